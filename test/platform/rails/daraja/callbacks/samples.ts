/** Bodies as Safaricom's portal and the field show them. */
export const B2C_SUCCESS = `{"Result":{"ResultType":0,"ResultCode":0,"ResultDesc":"The service request is processed successfully.",
 "OriginatorConversationID":"6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10","ConversationID":"AG_20240706_20106e9209f64bebd05b","TransactionID":"SG632NMUAB",
 "ResultParameters":{"ResultParameter":[
  {"Key":"TransactionAmount","Value":10},{"Key":"TransactionReceipt","Value":"SG632NMUAB"},
  {"Key":"ReceiverPartyPublicName","Value":"254705912645 - JOHN DOE"},
  {"Key":"TransactionCompletedDateTime","Value":"06.07.2024 22:48:52"},
  {"Key":"B2CUtilityAccountAvailableFunds","Value":8959269.60},{"Key":"B2CWorkingAccountAvailableFunds","Value":1199371.00},
  {"Key":"B2CRecipientIsRegisteredCustomer","Value":"Y"},{"Key":"B2CChargesPaidAccountAvailableFunds","Value":-1980.00}]},
 "ReferenceData":{"ReferenceItem":{"Key":"QueueTimeoutURL","Value":"https://internalsandbox.example/b2cresults/v1/submit"}}}}`;

export const B2C_FAILURE = `{"Result":{"ResultType":0,"ResultCode":"2001","ResultDesc":"The initiator information is invalid.",
 "OriginatorConversationID":"6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10","ConversationID":"AG_20240706_20106e9209f64bebd05b","TransactionID":"NLJ0000000",
 "ReferenceData":{"ReferenceItem":[{"Key":"QueueTimeoutURL","Value":"https://x.example"}]}}}`;

export const STATUS = `{"Result":{"ResultType":0,"ResultCode":0,"ResultDesc":"The service request is processed successfully.","OriginatorConversationID":"3213-416199-2","ConversationID":"AG_20180223_0000493344ae97d86f75","TransactionID":"MBN0000000",
 "ResultParameters":{"ResultParameter":[{"Key":"DebitPartyName","Value":"600310 - Acme MFI"},{"Key":"CreditPartyName","Value":"254708374149 - John Doe"},
  {"Key":"OriginatorConversationID","Value":"3211-416020-3"},{"Key":"InitiatedTime","Value":"20180223054112"},{"Key":"DebitAccountType","Value":"Utility Account"},
  {"Key":"DebitPartyCharges","Value":"Fee For B2C Payment|KES|22.40"},{"Key":"TransactionReason"},{"Key":"ReasonType","Value":"Business Payment to Customer via API"},
  {"Key":"TransactionStatus","Value":"Completed"},{"Key":"FinalisedTime","Value":"20180223054112"},{"Key":"Amount","Value":"300"},
  {"Key":"ConversationID","Value":"AG_20180223_000041b09c22e613d6c9"},{"Key":"ReceiptNo","Value":"MBN31H462N"}]},
 "ReferenceData":{"ReferenceItem":{"Key":"Occasion"}}}}`;

export const STK_SUCCESS = `{"Body":{"stkCallback":{"MerchantRequestID":"29115-34620561-1","CheckoutRequestID":"ws_CO_191220191020363925","ResultCode":0,"ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":[{"Name":"Amount","Value":1.00},{"Name":"MpesaReceiptNumber","Value":"NLJ7RT61SV"},{"Name":"Balance"},{"Name":"TransactionDate","Value":20191219102115},{"Name":"PhoneNumber","Value":254708374149}]}}}}`;

export const STK_FAILURE = `{"Body":{"stkCallback":{"MerchantRequestID":"f1e2-4b95-a71d-b30d3cdbb7a7942864","CheckoutRequestID":"ws_CO_21072024125243250722943992","ResultCode":1032,"ResultDesc":"Request cancelled by user"}}}`;

export const C2B = `{"TransactionType":"Pay Bill","TransID":"RKL51ZDR4F","TransTime":"20231121121325","TransAmount":"5.00","BusinessShortCode":"600966","BillRefNumber":"D61/1234/2019","InvoiceNumber":"","OrgAccountBalance":"25.00","ThirdPartyTransID":"","MSISDN":"2547 ***** 126","FirstName":"NICHOLAS","MiddleName":"","LastName":""}`;

export const BALANCE = `{"Result":{"ResultType":"0","ResultCode":"0","ResultDesc":"The service request is processed successfully.","OriginatorConversationID":"16917-22577599-3","ConversationID":"AG_20200206_00005e091a8ec6b9eac5","TransactionID":"OA90000000",
 "ResultParameters":{"ResultParameter":[{"Key":"AccountBalance","Value":"Working Account|KES|700000.00|700000.00|0.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|228037.00|228037.00|0.00|0.00&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00&Organization Settlement Account|KES|0.00|0.00|0.00|0.00"},{"Key":"BOCompletedTime","Value":20200109125710}]}}}`;

export const REVERSAL = `{"Result":{"ResultType":0,"ResultCode":0,"ResultDesc":"The service request is processed successfully.","OriginatorConversationID":"8521-4298025-1","ConversationID":"AG_20181005_00004d7ee675c0c7ee0b","TransactionID":"MJ561H6X5O",
 "ResultParameters":{"ResultParameter":[{"Key":"DebitAccountBalance","Value":"Utility Account|KES|51661.00|51661.00|0.00|0.00"},{"Key":"Amount","Value":100},{"Key":"TransCompletedTime","Value":20181005153225},{"Key":"OriginalTransactionID","Value":"MJ551H6X5D"},{"Key":"Charge","Value":0},{"Key":"CreditPartyPublicName","Value":"254708374149 - John Doe"},{"Key":"DebitPartyPublicName","Value":"601315 - Acme MFI"}]}}}`;

export const B2B = `{"Result":{"ResultType":"0","ResultCode":"0","ResultDesc":"The service request is processed successfully","OriginatorConversationID":"626f6ddf-ab37-4650-b882-b1de92ec9aa4","ConversationID":"AG_20181005_00004d7ee675c0c7ee0b","TransactionID":"QKA81LK5CY",
 "ResultParameters":{"ResultParameter":[{"Key":"DebitAccountBalance","Value":"{Amount={CurrencyCode=KES, MinimumAmount=618683, BasicAmount=6186.83}}"},{"Key":"Amount","Value":"190.00"},{"Key":"TransCompletedTime","Value":"20221110110717"},{"Key":"DebitPartyCharges","Value":""},{"Key":"ReceiverPartyPublicName","Value":"000000 - School"},{"Key":"Currency","Value":"KES"}]},
 "ReferenceData":{"ReferenceItem":[{"Key":"BillReferenceNumber","Value":"19008"},{"Key":"QueueTimeoutURL","Value":"https://x.example"}]}}}`;
