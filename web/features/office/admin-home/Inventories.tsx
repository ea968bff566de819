import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type InventoryKey, inventoryKeys, renewInventory } from '../../../../contract/inventory.ts'
import { listSettings, type StoredSetting } from '../../../../contract/settings-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { copyText, LINK_WORDS } from '../../../lib/copy-text.ts'
import { queryOf } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './admin-home.module.css'

const names: Readonly<Record<InventoryKey, string>> = {
  INVENTARIO_CON_PRECIO: 'Inventario con precios',
  INVENTARIO_SIN_PRECIO: 'Inventario sin precios',
}

type Link = Pick<StoredSetting, 'value' | 'version'> & { key: InventoryKey }

const linksIn = (settings: readonly StoredSetting[]): Link[] =>
  inventoryKeys.flatMap((key) =>
    settings.filter((setting) => setting.key === key).map((setting) => ({ ...setting, key })),
  )

/** The links to the two public inventories (R202): each can be opened, copied and renewed (R217). */
export function Inventories() {
  const settings = useQuery(queryOf(listSettings))
  const [renewing, setRenewing] = useState<Link | null>(null)
  const renew = useAction(({ key, version }: Link) => call(renewInventory, { body: { key, version } }), {
    outdates: [listSettings],
    success: 'Enlace renovado',
    onDone: () => setRenewing(null),
  })
  return (
    <section aria-labelledby="inventarios-publicos">
      <h2 id="inventarios-publicos">Inventarios públicos</h2>
      <p className="field__help">Los abre cualquiera que tenga el enlace, sin usuario ni contraseña.</p>
      <Waiting for={settings} rows={2} height={56}>
        {(stored) => (
          <ul className={`panel ${styles.links}`} aria-label="Inventarios">
            {linksIn(stored).map((link) => (
              <InventoryLink key={link.key} link={link} onRenew={() => setRenewing(link)} />
            ))}
          </ul>
        )}
      </Waiting>
      {renewing && (
        <ConfirmDialog
          title={`Renovar el enlace del ${names[renewing.key].toLowerCase()}`}
          text="El enlace actual dejará de funcionar para todos los que lo tienen. Habrá que enviarles el nuevo."
          confirm="Renovar enlace"
          busy={renew.busy}
          onConfirm={() => void renew.run(renewing)}
          onCancel={() => setRenewing(null)}
        />
      )}
    </section>
  )
}

function InventoryLink({ link, onRenew }: { link: Link; onRenew: () => void }) {
  const name = names[link.key]
  const path = paths.inventory.replace(':token', link.value)
  const address = `${window.location.origin}${path}`
  const box = useRef<HTMLInputElement>(null)
  const copy = () => copyText(address, LINK_WORDS, box.current)
  return (
    <li>
      <a href={path} target="_blank" rel="noreferrer">
        {name}
      </a>
      <input ref={box} className="input input--small" readOnly aria-label={`Enlace del ${name}`} value={address} />
      <button type="button" className="button button--small" onClick={() => void copy()}>
        Copiar enlace<span className="visually-hidden"> del {name}</span>
      </button>
      <button type="button" className="button button--small button--plain" onClick={onRenew}>
        Renovar enlace<span className="visually-hidden"> del {name}</span>
      </button>
    </li>
  )
}
