import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/**
 * A passkey in software, as WebAuthn level 2 describes what a device sends: ES256, attestation none. It knows nothing of
 * what verifies it.
 */
type Device = {
  readonly credentialId: string;
  /** What `navigator.credentials.create` returns, as JSON. */
  readonly register: (options: { readonly challenge: string; readonly rp: { readonly id?: string } }) => Registered;
  /** What `navigator.credentials.get` returns. */
  readonly sign: (options: { readonly challenge: string; readonly rpId?: string }) => Signed;
};
export type Authenticator = Device;

type Registered = ReturnType<typeof registration>;
type Signed = ReturnType<typeof assertion>;

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** @param origin the page that the browser shows */
export function authenticator(origin: string): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const jwk = publicKey.export({ format: 'jwk' });
  const cose = coseKey(Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url'));
  const sign = (bytes: Buffer) => createSign('sha256').update(bytes).sign(privateKey);
  return {
    credentialId: id.toString('base64url'),
    register: ({ challenge, rp }) => {
      const authData = authenticatorData(
        rp.id ?? '',
        USER_PRESENT_AND_VERIFIED | HAS_KEY,
        ++counter,
        attested(id, cose),
      );
      return registration(id, clientData('webauthn.create', challenge, origin), authData);
    },
    sign: ({ challenge, rpId }) => {
      const authData = authenticatorData(rpId ?? '', USER_PRESENT_AND_VERIFIED, ++counter, Buffer.alloc(0));
      const data = clientData('webauthn.get', challenge, origin);
      return assertion(id, data, authData, sign(Buffer.concat([authData, sha256(data)])));
    },
  };
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rpId: string, flags: number, counter: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, rest]);
}

/** Who made the device (nobody), the key's name, and the key. */
function attested(id: Buffer, cose: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, cose]);
}

/** A key of ES256 in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);

function registration(id: Buffer, clientDataJSON: Buffer, authData: Buffer) {
  // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
  const length = Buffer.alloc(3);
  length.writeUInt8(0x59, 0);
  length.writeUInt16BE(authData.length, 1);
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158'.slice(0, -2), 'hex'),
    length,
    authData,
  ]);
  return {
    ...named(id),
    response: {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  };
}

function assertion(id: Buffer, clientDataJSON: Buffer, authData: Buffer, signature: Buffer) {
  return {
    ...named(id),
    response: {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  };
}

function named(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} };
}
