import { orderCertificates } from '../../../contract/certificates.ts'
import { type App, route } from '../../http/route.ts'
import { dayText } from '../../lib/dates.ts'
import { requireOrder } from '../../ordering/ordering.ts'
import { sendMadeFile } from '../made-files/send-made-file.ts'
import { askForOrderCertificates, type OrderCertificatesParts } from './order-certificates.service.ts'

export function orderCertificatesRoutes(app: App, parts: OrderCertificatesParts): void {
  route(app, orderCertificates, async ({ params, caller, reply }) => {
    await requireOrder(parts.db, caller, params.id, app.reach)
    return sendMadeFile(reply, await askForOrderCertificates(parts, params.id, caller.userId), {
      name: `certificados-pedido-${params.id}-${dayText(new Date()).replaceAll('/', '-')}.pdf`,
      type: orderCertificates.response.raw,
    })
  })
}
