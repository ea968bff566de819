import { expect, test } from 'vitest'
import { bareApp } from '../test/bare-app.ts'
import { installBodyPace } from './body-pace.ts'
import { installUploads, readUpload } from './upload.ts'

const head = (field: string) => `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\n\r\n`

/** The answer to a form, given as the bytes that arrived. */
async function upload(payload: string, contentType = 'multipart/form-data; boundary=x') {
  const { fastify } = bareApp()
  installBodyPace(fastify)
  await installUploads(fastify)
  fastify.post('/', async (request) => {
    const { name, bytes } = await readUpload(request, { maxBytes: 10 })
    return { name, text: bytes.toString() }
  })
  const headers = { 'content-type': contentType }
  return fastify.inject({ method: 'POST', url: '/', headers, payload })
}

test('reads the one file of a form', async () => {
  expect((await upload(`${head('file')}hola\r\n--x--\r\n`)).json()).toEqual({ name: 'a.csv', text: 'hola' })
})

test.each([
  ['ends in the middle of the file', `${head('file')}ho`],
  ['ends in the middle of a header', '--x\r\nContent-Disposition: form-data; na'],
  ['is empty', ''],
  ['has no file', '--x--\r\n'],
  ['names the file otherwise', `${head('otro')}hola\r\n--x--\r\n`],
  ['has a broken header', '--x\r\nContent-Disposition\r\n\r\nhola\r\n--x--\r\n'],
])('a form that %s is malformed', async (_, payload) => {
  const answer = await upload(payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toBe('MALFORMED')
})

test('a form without its boundary, or anything else, is no upload', async () => {
  expect((await upload('hola', 'multipart/form-data')).statusCode).toBe(400)
  expect((await upload('hola', 'text/plain')).statusCode).toBe(415)
})

test('a file above the limit is too large', async () => {
  expect((await upload(`${head('file')}doce letras.\r\n--x--\r\n`)).statusCode).toBe(413)
})
