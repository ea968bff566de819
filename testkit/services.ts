/** The services around a shop, and how its environment names them. */
import type { startS3 } from '../server/test/s3-server.ts'
import { type ErpStub, erpStub, seeded } from '../server/test/stubs/erp.ts'

/** An ERP that gives each order a number, always the same; `abuse` of its answers are a 500 or get lost, from 0 to 1. */
export async function startErp(abuse = 0): Promise<ErpStub> {
  const erp = await erpStub(seeded(11), ['500', 'lost'])
  let numbers = 70_000
  erp.abuse = abuse
  erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: ++numbers } })
  return erp
}

/** `url`: where the shop finds it, if something stands between. */
export const erpEnv = ({ token, url: own }: ErpStub, url = own): NodeJS.ProcessEnv => ({
  ERP_URL: url,
  ERP_TOKEN: token,
  ERP_SECONDS: '10',
})

export const bucketEnv = ({ config }: Awaited<ReturnType<typeof startS3>>, url = config.url): NodeJS.ProcessEnv => ({
  S3_URL: url,
  S3_REGION: config.region,
  S3_ACCESS_KEY: config.accessKey,
  S3_SECRET_KEY: config.secretKey,
})
