import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/**
 * What a browser may send in the place of a device: an attestation with certificates of the sender's own, which name
 * lists of revoked certificates at addresses of the sender's choice.
 */
export function hostileAttestation(challenge: string, origin: string, listUrl: string) {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
  const [root, leaf] = [keyPair(), keyPair()];
  const described = Buffer.concat([
    Buffer.from('30340201030a01000201030a01000420', 'hex'),
    sha256(clientData),
    Buffer.from('040030003000', 'hex'),
  ]);
  const lists = der(0x30, der(0x30, der(0xa0, der(0xa0, der(0x86, Buffer.from(listUrl))))));
  const x5c = [
    certificate('leaf', leaf.publicKey, root.privateKey, [
      extension('060a2b06010401d679020111', described),
      extension('0603551d1f', lists),
    ]),
    certificate('Eve', root.publicKey, root.privateKey, [extension('0603551d13', der(0x30, der(0x01, HEX('ff'))))]),
  ];
  const id = randomBytes(32);
  const { x = '', y = '' } = leaf.publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((text) => Buffer.from(text, 'base64url'));
  const authData = Buffer.concat([
    sha256(new URL(origin).hostname),
    HEX('4500000001'),
    Buffer.alloc(16),
    HEX('0020'),
    id,
    HEX('a5010203262001215820'),
    left ?? HEX(''),
    HEX('225820'),
    right ?? HEX(''),
  ]);
  const statement = map(['alg', HEX('26')], ['sig', bytes(randomBytes(70))], ['x5c', list(x5c.map(bytes))]);
  const attestationObject = map(['fmt', text('android-key')], ['attStmt', statement], ['authData', bytes(authData)]);
  const name = id.toString('base64url');
  return {
    id: name,
    rawId: name,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: [],
    },
  };
}

const HEX = (hex: string) => Buffer.from(hex, 'hex');
const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sha256 = (of: Buffer | string) => createHash('sha256').update(of).digest();

/** Of X.509, by ECDSA with SHA-256, valid from 2020 to 2049. */
function certificate(name: string, publicKey: KeyObject, signer: KeyObject, extensions: readonly Buffer[]): Buffer {
  const named = (common: string) => der(0x30, der(0x31, der(0x30, HEX('0603550403'), der(0x0c, Buffer.from(common)))));
  const algorithm = der(0x30, HEX('06082a8648ce3d040302'));
  const content = der(
    0x30,
    der(0xa0, HEX('020102')),
    der(0x02, Buffer.from([1, ...randomBytes(4)])),
    algorithm,
    named('Eve'),
    der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    named(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = createSign('sha256').update(content).sign(signer);
  return der(0x30, content, algorithm, der(0x03, HEX('00'), signature));
}

const extension = (name: string, value: Buffer) => der(0x30, HEX(name), der(0x04, value));

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** CBOR. */
function head(major: number, length: number): Buffer {
  const kind = major << 5;
  if (length < 24) return Buffer.from([kind | length]);
  return Buffer.from(length < 256 ? [kind | 24, length] : [kind | 25, length >> 8, length & 255]);
}
const bytes = (of: Buffer) => Buffer.concat([head(2, of.length), of]);
const text = (of: string) => Buffer.concat([head(3, of.length), Buffer.from(of)]);
const list = (of: readonly Buffer[]) => Buffer.concat([head(4, of.length), ...of]);
const map = (...entries: readonly (readonly [string, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flatMap(([name, value]) => [text(name), value])]);
