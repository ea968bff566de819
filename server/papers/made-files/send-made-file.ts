/** Answering with a file that a thread makes. */
import type { FastifyReply } from 'fastify'
import type { Interest } from './made-files.service.ts'

/**
 * Answers with a document: as a whole when it is ready, else as it is made. If making fails later, the connection breaks,
 * so that nobody takes half a file for a whole one.
 */
export async function sendMadeFile(
  reply: FastifyReply,
  interest: Interest,
  { name, type }: { name: string; type: string },
): Promise<FastifyReply> {
  const leave = () => interest.leave()
  reply.raw.once('close', leave)
  await interest.begun()
  const size = interest.size()
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(interest.stream())
}
