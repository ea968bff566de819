/** Mails as other people's programs write them. */
import { createTransport, type SendMailOptions } from 'nodemailer'

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

export async function composeTestMail(mail: SendMailOptions = {}): Promise<Buffer> {
  const { message } = await transport.sendMail({
    from: 'Ana Sol <compras@sol.example>',
    to: 'pedidos@tienda.example',
    subject: 'Pedido',
    date: new Date('2026-11-03T13:00:00Z'),
    messageId: '<uno@sol.example>',
    ...mail,
  })
  return message as Buffer
}

/** A winmail.dat (TNEF) with these files. */
export function winmail(...files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const attribute = (level: number, id: number, data: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(level, 0)
    head.writeUInt32LE(id, 1)
    head.writeUInt32LE(data.length, 5)
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(data.reduce((all, byte) => (all + byte) % 65_536, 0))
    return Buffer.concat([head, data, sum])
  }
  const begin = Buffer.alloc(6)
  begin.writeUInt32LE(0x223e9f78, 0)
  return Buffer.concat([
    begin,
    attribute(1, 0x00089006, Buffer.from([0, 0, 1, 0])),
    ...files.flatMap(({ name, bytes }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from(`${name}\0`, 'latin1')),
      attribute(2, 0x0006800f, bytes),
    ]),
  ])
}
