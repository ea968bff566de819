/** Signs login requests: CMS SignedData with the content inside, SHA-256, base64 of its DER form. */
import forge from 'node-forge'

/** Certificate and private key (RSA), both as PEM. */
export interface Credentials {
  readonly certificate: string
  readonly key: string
}

/** The signed text as base64; `signedAt` stands among the signed attributes. */
export function signCms(text: string, { certificate, key }: Credentials, signedAt: Date): string {
  const { pkcs7, pki, asn1, util } = forge
  const signed = pkcs7.createSignedData()
  signed.content = util.createBuffer(text, 'utf8')
  const signer = pki.certificateFromPem(certificate)
  signed.addCertificate(signer)
  signed.addSigner({
    key: pki.privateKeyFromPem(key) as forge.pki.rsa.PrivateKey,
    certificate: signer,
    digestAlgorithm: String(pki.oids.sha256),
    authenticatedAttributes: [
      { type: String(pki.oids.contentType), value: String(pki.oids.data) },
      { type: String(pki.oids.messageDigest) },
      // The published types allow texts only, but forge writes a time only when it gets a Date.
      { type: String(pki.oids.signingTime), value: signedAt as unknown as string },
    ],
  })
  signed.sign()
  return util.encode64(asn1.toDer(signed.toAsn1()).getBytes())
}
