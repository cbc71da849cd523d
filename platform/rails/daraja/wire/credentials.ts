import { constants, publicEncrypt, X509Certificate } from 'node:crypto';
import { compactTime } from './times.ts';

/**
 * The SecurityCredential of an initiator: its password, encrypted with the environment's certificate by RSA and
 * PKCS #1 v1.5 padding (not OAEP), in base64 (portal, "Getting started: security credentials"). The padding is random,
 * so that each call gives other bytes; all of them are good.
 * @param certificate X.509, PEM or DER
 * @throws TypeError where the certificate can't be read; its message names neither certificate nor password
 */
export function securityCredential(certificate: string | Buffer, initiatorPassword: string): string {
  let key;
  try {
    key = new X509Certificate(certificate).publicKey;
  } catch {
    throw new TypeError('The M-Pesa certificate can’t be read; give an X.509 certificate as PEM or DER.');
  }
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('The M-Pesa certificate has no RSA key.');
  const encrypted = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(initiatorPassword, 'utf8'),
  );
  return encrypted.toString('base64');
}

/**
 * The password of an STK request and the time that is part of it, which the body has to repeat to the letter
 * (portal, "M-Pesa Express", `Password`): base64 of shortcode, passkey and timestamp.
 */
export function stkPassword(
  shortcode: string,
  passkey: string,
  now: Temporal.Instant,
): { readonly Password: string; readonly Timestamp: string } {
  const Timestamp = compactTime(now);
  return { Password: Buffer.from(`${shortcode}${passkey}${Timestamp}`, 'utf8').toString('base64'), Timestamp };
}
