import { Buffer } from 'node:buffer';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Challenges, Purpose } from './challenges.ts';

/** A key that was registered: the public half. */
export type StoredKey = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** What was proven, and when what was signed was made. */
type Proven<Fact> = Fact & { readonly proof: string; readonly at: Temporal.Instant };

/** Ed25519, ES256 and RS256 (COSE): what devices have. */
const ALGORITHMS = [-8, -7, -257] as const;

/** The messages of WebAuthn with a browser, by a library; none of them touches the database. */
export type Passkeys = ReturnType<typeof passkeysAt>;

/** Loaded with the first person who signs in: a process that none signs in at does without. */
const library = () => import('@simplewebauthn/server');

/** @param origin where people reach the gateway: keys are bound to its name */
export function passkeysAt(origin: string, challenges: Challenges) {
  const site = { origin, rpID: new URL(origin).hostname, challenges };
  return { ...registrationAt(site), ...signaturesAt(site) };
}

/** Where keys are of use: an address, the name in it, and what makes and reads its challenges. */
type Site = { readonly origin: string; readonly rpID: string; readonly challenges: Challenges };

/** How a key is registered. */
function registrationAt({ origin, rpID, challenges }: Site) {
  return {
    registrationOptions: async (
      person: { readonly uuid: string; readonly name: string; readonly email: string; readonly institution: string },
      purpose: Purpose,
    ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: person.institution,
        rpID,
        userID: new TextEncoder().encode(person.uuid),
        userName: person.email,
        userDisplayName: person.name,
        challenge: challenges.make(purpose),
        attestationType: 'none',
        supportedAlgorithmIDs: [...ALGORITHMS],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    /** The key that a browser has registered; null where its message does not verify. */
    registered: async (response: RegistrationResponseJSON, purpose: Purpose): Promise<Proven<StoredKey> | null> => {
      if (!(await isWithoutCertificates(response))) return null;
      const { verifyRegistrationResponse } = await library();
      const { expectedChallenge, found } = expecting(challenges, purpose);
      const checked = await orNull(
        verifyRegistrationResponse({
          response,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          supportedAlgorithmIDs: [...ALGORITHMS],
        }),
      );
      const [proven] = found;
      if (!checked?.verified || proven === undefined) return null;
      const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
      const key = { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
      return { ...key, transports: transports.slice(0, 10), ...proven };
    },
  };
}

/** How a registered key signs. */
function signaturesAt({ origin, rpID, challenges }: Site) {
  return {
    /** Without keys named, the browser offers those that it has. */
    requestOptions: async (purpose: Purpose): Promise<PublicKeyCredentialRequestOptionsJSON> => {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({ rpID, challenge: challenges.make(purpose), userVerification: 'required' });
    },

    /** That the key has signed; null where it has not. */
    signed: async (
      response: AuthenticationResponseJSON,
      key: StoredKey,
      purpose: Purpose,
    ): Promise<Proven<{ readonly counter: number }> | null> => {
      const { verifyAuthenticationResponse } = await library();
      const { expectedChallenge, found } = expecting(challenges, purpose);
      const credential = {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
      };
      const checked = await orNull(
        verifyAuthenticationResponse({
          response,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential,
          requireUserVerification: true,
        }),
      );
      const [proven] = found;
      return checked?.verified && proven ? { counter: checked.authenticationInfo.newCounter, ...proven } : null;
    },
  };
}

/**
 * We request no attestation, so that a browser sends `none`, or what the key has signed itself. The library would judge the
 * others by certificates that the sender brings, and fetch lists from the addresses that these name.
 */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    // Decoded by the library's own means: it can't read another thing in the same text.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch (error) {
    // What is no attestation is thrown by a decoder.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Reads the challenge out of the reply, and says when it was made. */
function expecting(challenges: Challenges, purpose: Purpose) {
  const found: { proof: string; at: Temporal.Instant }[] = [];
  const expectedChallenge = (encoded: string): boolean => {
    const proof = Buffer.from(encoded, 'base64url').toString('utf8');
    const at = challenges.read(proof, purpose);
    if (at !== null) found.push({ proof, at });
    return at !== null;
  };
  return { expectedChallenge, found };
}

/** The library throws what does not verify: whatever a browser sends, it is a refusal and no fault. */
async function orNull<T>(checking: Promise<T>): Promise<T | null> {
  try {
    return await checking;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
