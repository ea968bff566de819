import { IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addressInWords } from '../../../../contract/address-text.ts'
import {
  BRANCH_MAX_BYTES,
  BRANCH_MAX_ROWS,
  type BranchReview,
  branchTemplate,
  reviewBranches,
} from '../../../../contract/branch-orders.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { download } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { addressesQuery } from '../../../shop/clients.ts'
import { ChooseSheet } from '../../../shop/sheets/ChooseSheet.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { BranchNames } from './BranchNames.tsx'

interface ChooseBranchSheetProps {
  readonly clientId: number
  readonly onRead: (fileName: string, review: BranchReview) => void
}

/** The client's branches with their names, the sheet to fill in, and the box that takes it. */
export function ChooseBranchSheet({ clientId, onRead }: ChooseBranchSheetProps) {
  const addresses = useQuery(addressesQuery(clientId))
  return (
    <Waiting for={addresses} rows={3} height={64}>
      {(branches) =>
        branches.length === 0 ? (
          <EmptyState text="No hay direcciones de entrega cargadas: las sucursales son esas direcciones. Comuníquese con la tienda." />
        ) : (
          <>
            <ChooseSheet
              what="La carga"
              rows={formatCount(BRANCH_MAX_ROWS)}
              maxBytes={BRANCH_MAX_BYTES}
              roles={['code', 'ean', 'name', 'note']}
              branches={branches.map((address) => ({
                addressId: address.id,
                label: [address.name, addressInWords(address)].filter(Boolean).join(' · '),
              }))}
              pastedName="Planilla pegada.txt"
              read={(body, signal, columns) => call(reviewBranches, { query: { clientId, columns }, body, signal })}
              onRead={onRead}
            >
              <p>
                Una fila por artículo y una columna por sucursal, con las cantidades en las celdas. De cada columna sale
                un pedido con la dirección de esa sucursal: todos o ninguno. Nada se crea hasta que usted lo acepte.
              </p>
              <Template clientId={clientId} />
            </ChooseSheet>
            <BranchNames clientId={clientId} branches={branches} />
          </>
        )
      }
    </Waiting>
  )
}

function Template({ clientId }: { clientId: number }) {
  const { run, busy } = useAction(() =>
    download(branchTemplate, { query: { clientId }, otherwise: 'pedido-sucursales.xlsx' }),
  )
  return (
    <button type="button" className="button button--plain" aria-disabled={busy} onClick={() => void run()}>
      <IconFileDownload size={19} aria-hidden />
      {busy ? 'Preparando…' : 'Descargar planilla para completar'}
    </button>
  )
}
