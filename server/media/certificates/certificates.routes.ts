import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '../../../contract/certificates.ts'
import type { Db } from '../../db/open.ts'
import type { PublicLimit } from '../../http/public-limit.ts'
import { type App, route } from '../../http/route.ts'
import { KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import { withUpload } from '../../http/upload.ts'
import type { Files } from '../../ports/files/port.ts'
import { listCertificates, listEnding } from './certificates.queries.ts'
import { certificatePage, dropCertificate, fileByName, fileOfArticle, takeCertificate } from './certificates.service.ts'

export interface CertificatesParts {
  db: Db
  files: Files
  publicLimit: PublicLimit
}

export function certificatesRoutes(app: App, { db, files, publicLimit }: CertificatesParts): void {
  const send = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, name: string) => {
    // R44: the same name for every certificate, whatever its stored name.
    reply.header('content-disposition', 'attachment; filename="certificado.pdf"')
    return sendStoredFile(request, reply, files, {
      name,
      contentType: 'application/pdf',
      cacheControl: KEEP_SHORTLY,
    })
  }
  route(app, calls.listCertificates, ({ query, request }) => {
    publicLimit.take(request)
    return listCertificates(db.kysely, query.code.trim())
  })
  route(app, calls.filterCertificates, ({ query }) => certificatePage(db.kysely, query))
  route(app, calls.listExpiring, () => listEnding(db.kysely, calls.EXPIRES_SOON_DAYS))
  route(app, calls.findCertificate, async (call) => {
    publicLimit.take(call.request)
    return send(call, await fileByName(db.kysely, call.query.name))
  })
  route(app, calls.articleCertificate, async (call) => {
    publicLimit.take(call.request)
    return send(call, await fileOfArticle(db.kysely, call.query.articleId))
  })
  const limits = {
    maxBytes: calls.CERTIFICATE_MAX_BYTES,
    tooLarge: calls.certificateTexts.tooLarge,
    missing: calls.certificateTexts.choose,
  }
  route(app, calls.uploadCertificate, (call) =>
    withUpload(call, limits, async ({ name, bytes }) => {
      const { kind, expiresOn } = call.query
      await takeCertificate({ db, files }, call.caller, { name, bytes, kind, expiresOn: expiresOn || null })
      return true
    }),
  )
  route(app, calls.deleteCertificate, async ({ params, caller }) => {
    await dropCertificate(db, caller, params.id)
    return true
  })
}
