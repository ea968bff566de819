import { useState } from 'react'
import { addressInWords } from '../../../../contract/address-text.ts'
import { LONGEST_BRANCH_NAME, nameBranch } from '../../../../contract/branch-orders.ts'
import { listClientsForOrders } from '../../../../contract/clients.ts'
import { type Address, clientAddresses } from '../../../../contract/users.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { Field } from '../../../ui/Field.tsx'
import styles from './branch-orders.module.css'

interface BranchNamesProps {
  readonly clientId: number
  readonly branches: readonly Address[]
}

/** The branches of the client, each with the name by which its sheets call it (R378). */
export const BranchNames = ({ clientId, branches }: BranchNamesProps) => (
  <section className={`panel ${styles.names}`} aria-labelledby="sucursales-titulo">
    <h2 id="sucursales-titulo">Sucursales</h2>
    <p>El título de cada columna de la planilla es el nombre de la sucursal o su dirección.</p>
    <ul>
      {branches.map((branch) => (
        <BranchName key={branch.id} clientId={clientId} branch={branch} />
      ))}
    </ul>
  </section>
)

function BranchName({ clientId, branch }: { clientId: number; branch: Address }) {
  const { id, name = '' } = branch
  const [typed, setTyped] = useState(name)
  const save = useAction((text: string) => call(nameBranch, { params: { id }, body: { clientId, name: text } }), {
    outdates: [clientAddresses, listClientsForOrders],
    success: 'Nombre guardado',
    onDone: setTyped,
  })
  const hasChanged = typed.trim() !== name
  return (
    <li>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (hasChanged) void save.run(typed.trim())
        }}
      >
        <Field label={addressInWords(branch)} className={styles.grows ?? ''}>
          {(control) => (
            <input
              {...control}
              maxLength={LONGEST_BRANCH_NAME}
              placeholder="Sin nombre"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {hasChanged && (
          <button type="submit" className="button button--plain" aria-disabled={save.busy}>
            Guardar
          </button>
        )}
      </form>
    </li>
  )
}
