import { useState } from 'react'
import { getClientTerms } from '../../../contract/price-lists.ts'
import { isBannerOn, isCarouselOn, isPageOpen, type Switch } from '../../../contract/settings.ts'
import { listSettings, type StoredSetting, saveSettings } from '../../../contract/settings-admin.ts'
import { getPricesWithVat } from '../../../contract/vat.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { outdate } from '../../lib/query.ts'
import styles from './settings.module.css'
import { rememberSettings, settingOf } from './use-settings-form.ts'

const facts: readonly {
  key:
    | Switch
    | 'STOCK_OBLIGATORIO'
    | 'MAIL_ACEPTADO'
    | 'MAIL_DESPACHADO'
    | 'MAIL_FALTANTES'
    | 'PRECIOS_CON_IVA'
    | 'BONIF_EN_PRECIOS'
    | 'PRECIOS_PROXIMOS'
    | 'NO_ES_FACTURA'
  label: string
  on: string
  off: string
}[] = [
  {
    key: 'CATALOGO',
    label: 'Catálogo',
    on: 'El catálogo está abierto.',
    off: 'Cerrado: quien entra al catálogo ve la página de mantenimiento.',
  },
  {
    key: 'CARRITO',
    label: 'Carrito',
    on: 'El carrito está abierto.',
    off: 'Cerrado: quien entra al carrito ve la página de mantenimiento.',
  },
  {
    key: 'PEDIDOS',
    label: 'Pedidos',
    on: 'Los clientes pueden confirmar pedidos.',
    off: 'Cerrado: nadie llega a confirmar un pedido desde la pantalla.',
  },
  {
    key: 'BANNER',
    label: 'Banner',
    on: 'El banner se ve en el catálogo.',
    off: 'El banner no se muestra.',
  },
  {
    key: 'CAROUSEL',
    label: 'Novedades',
    on: 'Las novedades se abren una vez por ingreso.',
    off: 'Las novedades no se muestran.',
  },
  {
    key: 'STOCK_OBLIGATORIO',
    label: 'Controlar el stock',
    on: 'No se toman pedidos de más unidades que las disponibles según el ERP.',
    off: 'Se toman pedidos aunque falte stock: la disponibilidad solo informa.',
  },
  {
    key: 'MAIL_ACEPTADO',
    label: 'Mail de pedido aceptado',
    on: 'El cliente recibe un mail cuando se acepta su pedido.',
    off: 'No se avisa por mail que un pedido se aceptó.',
  },
  {
    key: 'MAIL_DESPACHADO',
    label: 'Mail de despacho',
    on: 'El cliente recibe un mail con cada despacho.',
    off: 'No se avisa por mail de los despachos.',
  },
  {
    key: 'MAIL_FALTANTES',
    label: 'Mail de faltantes',
    on: 'El cliente recibe un mail con lo que no va a llegar.',
    off: 'No se avisa por mail de lo que falta.',
  },
  {
    key: 'PRECIOS_CON_IVA',
    label: 'Precios con IVA',
    on: 'Los precios tienen el IVA incluido: los totales dicen cuánto, si los artículos tienen alícuota, y el ERP lo sabe con cada pedido.',
    off: 'Los precios son sin IVA: los totales lo suman aparte, si los artículos tienen alícuota, y el ERP lo sabe con cada pedido.',
  },
  {
    key: 'BONIF_EN_PRECIOS',
    label: 'Bonificación en los precios',
    on: 'Los precios que ve y paga cada cliente ya tienen descontada su bonificación.',
    off: 'La bonificación de cada cliente no se descuenta de los precios de la tienda.',
  },
  {
    key: 'PRECIOS_PROXIMOS',
    label: 'Precios que vienen',
    on: 'El artículo y el carrito dicen qué precio va a tener, si ya se sabe: «desde el lunes 7/12, $ 2.450».',
    off: 'Los precios que empiezan otro día no se muestran antes.',
  },
  {
    key: 'NO_ES_FACTURA',
    label: 'Leyenda de los documentos',
    on: 'Pedidos, cotizaciones y listas de preparación dicen «Documento no válido como factura».',
    off: 'Los documentos no llevan la leyenda «Documento no válido como factura».',
  },
]

/** The switches of pages and parts of the shop. Each works at once and for everybody (R19). */
export const PageSwitches = ({ settings }: { settings: readonly StoredSetting[] }) => (
  <ul className={styles.switches}>
    {facts.map(({ key, ...words }) => (
      <PageSwitch key={key} {...words} setting={settingOf(settings, key)} />
    ))}
  </ul>
)

interface PageSwitchProps {
  setting: StoredSetting
  label: string
  on: string
  off: string
}

/** Shows the stored state, never one that was only asked for (R33). */
function PageSwitch({ setting, label, on, off }: PageSwitchProps) {
  const { key, value, aux, version } = setting
  const inAux = key === 'CAROUSEL'
  const isOn = (inAux ? aux : value) === '1'
  const [answer, setAnswer] = useState<{ text: string; refused?: boolean } | null>(null)
  const turn = useAction(
    (to: boolean) => {
      const flag = to ? '1' : '0'
      const texts = inAux ? { value, aux: flag } : { value: flag }
      return call(saveSettings, { body: [{ key, ...texts, version }] })
    },
    {
      outdates: [listSettings, isPageOpen, isBannerOn, isCarouselOn, getClientTerms, getPricesWithVat],
      onDone: (stored) => {
        rememberSettings(stored)
        setAnswer({ text: 'Guardado' })
      },
      onRefused: ({ message, changed }) => {
        void outdate(listSettings)
        const who = changed ? ` (${changed.by || 'El sistema'}, ${formatTime(changed.at)})` : ''
        setAnswer({ text: `No se guardó: ${message}${who}`, refused: true })
      },
    },
  )
  return (
    <li>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={turn.busy}
        className={styles.switch}
        onClick={() => {
          setAnswer(null)
          void turn.run(!isOn)
        }}
      >
        <span aria-hidden className={styles.track} />
        {label}
      </button>
      <span className={styles.state}>{isOn ? on : off}</span>
      <span role="status" className={answer?.refused ? 'field__error' : 'field__help'}>
        {turn.busy ? 'Guardando…' : answer?.text}
      </span>
    </li>
  )
}
