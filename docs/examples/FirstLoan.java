import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

/**
 * Lends to a new member, with Java's standard library alone: java FirstLoan.java. In a program of yours a JSON library reads the
 * replies. BASE_URL, CLIENT_ID, CLIENT_SECRET, NATIONAL_ID and BRANCH say where, who and for whom.
 */
class FirstLoan {
  static final HttpClient client = HttpClient.newHttpClient();
  static final String base = System.getenv("BASE_URL");
  static final String nationalId = System.getenv("NATIONAL_ID");
  static String token;

  public static void main(String[] args) throws Exception {
    token = field("access_token", call("POST", "/api/v1/oauth/token", """
        {"grant_type": "client_credentials", "client_id": "%s", "client_secret": "%s"}
        """.formatted(System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET")), null));

    var branch = field("id", call("GET", "/api/v1/branches?filter%5Bcode%5D=" + System.getenv("BRANCH"), null, null));
    var product = field("id", call("GET", "/api/v1/loan_products?filter%5Bstate%5D=active", null, null));

    var member = field("id", call("POST", "/api/v1/members", """
        {"name": "Amina Wanjiku", "national_id": "%1$s", "phone": "+254712345678", "branch_id": %2$s,
         "kyc": {"id_type": "national_id", "id_number": "%1$s", "date_of_birth": "1991-04-12",
                 "address": {"city": "Nakuru", "county": "Nakuru", "country": "KE"}}}
        """.formatted(nationalId, branch), "member-" + nationalId));

    // The identity is verified in the background: in a sandbox it takes about a second.
    while (!field("state", call("GET", "/api/v1/members/" + member, null, null)).equals("active")) Thread.sleep(200);

    var loan = field("id", call("POST", "/api/v1/loans", """
        {"member_id": %s, "product_id": %s, "principal": 5000000, "term_months": 12, "purpose": "Dairy cow"}
        """.formatted(member, product), "loan-" + nationalId));
    var approved = call("PATCH", "/api/v1/loans/" + loan, "{\"action\": \"approve\"}", null);
    System.out.println(field("state", approved));
  }

  /** Sends a request; the same key is carried out once, however often it is sent. */
  static String call(String method, String path, String body, String key) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(base + path))
        .header("Content-Type", "application/json")
        .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
    if (token != null) request.header("Authorization", "Bearer " + token);
    if (key != null) request.header("Idempotency-Key", key);
    var reply = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (reply.statusCode() >= 400) throw new IllegalStateException(reply.body());
    return reply.body();
  }

  /** The first value of a member of a JSON reply. */
  static String field(String name, String json) {
    var found = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(json);
    if (!found.find()) throw new IllegalStateException("No " + name + " in " + json);
    return found.group(1);
  }
}
