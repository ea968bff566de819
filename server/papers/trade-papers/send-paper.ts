/** Answering with a paper that is in memory. */
import type { FastifyReply } from 'fastify'

/** Answers with the bytes of a file under its name. */
export const sendPaper = (
  reply: FastifyReply,
  bytes: Uint8Array,
  { name, type }: { name: string; type: string },
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
