import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

/**
 * A self-signed certificate made on the spot, so that no private key lies in the repository and none runs out.
 * Written as DER by hand (RFC 5280): Node reads certificates but makes none.
 */
export function selfSigned(names: readonly string[], kind: 'ec' | 'rsa' = 'ec'): { key: string; cert: string } {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm =
    kind === 'ec'
      ? sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)) // ecdsa-with-SHA256
      : sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05, Buffer.alloc(0))); // sha256WithRSA
  const commonName = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Test receiver')))));
  const validity = sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21200101000000Z')));
  const altNames = sequence(
    ...names.map((name) => (isIP(name) === 4 ? der(0x87, octets(name)) : der(0x82, Buffer.from(name)))),
  );
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, altNames)),
    sequence(
      oid(0x55, 0x1d, 0x13),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
  );
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  serial[0] = (serial[0] ?? 0) & 0x7f || 1;
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    commonName,
    validity,
    commonName,
    spki,
    der(0xa3, extensions),
  );
  const signature = sign('sha256', certificate, privateKey);
  const whole = sequence(certificate, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const length = content.length;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function octets(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}
