/** A request with a file, as a browser's form sends it. */
import type { FastifyInstance } from 'fastify'
import type { TestCaller } from './test-app.ts'

/** Posts `bytes` as the multipart field `field` of an address. */
export async function postFile(
  app: FastifyInstance,
  caller: TestCaller,
  url: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  { name = 'archivo.xlsx', field = 'file' }: { name?: string; field?: string } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they assert
): Promise<{ status: number; json: any; headers: Record<string, unknown> }> {
  const form = new FormData()
  form.append(field, new Blob([bytes]), name)
  const request = new Request('http://form.test', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
    },
  })
  return { status: response.statusCode, json: response.json(), headers: response.headers }
}
