import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Mark, YesNo } from '../../ui/Mark.tsx'
import { MediaView } from '../../ui/MediaView.tsx'
import { Money } from '../../ui/Money.tsx'
import { MediaSlot } from '../../ui/media/MediaSlot.tsx'
import { MediaSlots } from '../../ui/media/MediaSlots.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { QuantityBox } from '../../ui/QuantityBox.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { Sheet, State } from './Sheet.tsx'
import styles from './sheet.module.css'

const kinds = ['', 'button--plain', 'button--quiet', 'button--ok', 'button--danger', 'button--small'] as const
const nothing = () => {}
const never = () => new Promise<never>(nothing)
const tabs = [
  { value: 'pendientes', label: 'Pendientes' },
  { value: 'hechos', label: 'Históricos' },
]
const LONG = 'Juego de construcción de madera pintada con ruedas, personajes y señales de tránsito'

/** Buttons in each dress, at rest and unable. */
const Buttons = () => (
  <Sheet name="button">
    {kinds.map((kind) => (
      <State key={kind} words={kind === '' ? 'button' : kind}>
        <button type="button" className={`button ${kind}`}>
          <IconPlus size={18} aria-hidden /> Agregar
        </button>
        <button type="button" className={`button ${kind}`} aria-disabled>
          Guardando…
        </button>
      </State>
    ))}
    <State words="button--danger button--solid">
      <button type="button" className="button button--danger button--solid">
        Borrar todo
      </button>
    </State>
    <State words="button--ok button--tall">
      <button type="button" className="button button--ok button--tall">
        Enviar
      </button>
    </State>
    <State words="RowButton">
      <RowButton label="Editar" of="Trompo" icon={<IconPencil size={16} aria-hidden />} onClick={nothing} />
      <RowButton label="Habilitar" of="Trompo" kind="main" onClick={nothing} />
      <RowButton label="Borrar" of="Trompo" kind="danger" busy onClick={nothing} />
    </State>
  </Sheet>
)

/** Controls of a form, at rest, filled in, refused, locked. */
const Fields = () => (
  <Sheet name="field">
    <State words="vacío, obligatorio">
      <Field label="Nombre" required>
        {(control) => <input {...control} placeholder="Nombre o razón social" />}
      </Field>
    </State>
    <State words="con ayuda">
      <Field label="Ciudad" help="Donde se entrega.">
        {(control) => <input {...control} defaultValue="Rosario" />}
      </Field>
    </State>
    <State words="rechazado">
      <Field label="Email" error="Debe ingresar un email válido">
        {(control) => <input {...control} defaultValue="juan@" />}
      </Field>
    </State>
    <State words="no se puede cambiar">
      <Field label="CUIT">{(control) => <input {...control} readOnly value="30-71234567-1" />}</Field>
    </State>
    <State words="lista">
      <Field label="Zona">
        {(control) => (
          <select {...control}>
            <option>Norte</option>
          </select>
        )}
      </Field>
    </State>
    <State words="varios renglones">
      <Field label="Observaciones">{(control) => <textarea {...control} rows={2} defaultValue={LONG} />}</Field>
    </State>
    <State words="contraseña">
      <Field label="Contraseña">
        {({ className: _, ...control }) => <PasswordInput {...control} defaultValue="secreta" />}
      </Field>
    </State>
    <State words="input--small e input--quiet">
      <input className="input input--small" aria-label="Chico" defaultValue="12" />
      <input className="input input--small input--quiet" aria-label="Discreto" placeholder="Observación" />
    </State>
  </Sheet>
)

const Quantity = ({ multiple, text, disabled }: { multiple: number; text: string; disabled?: boolean }) => {
  const [value, setValue] = useState(text)
  return <QuantityBox of="PR-1" multiple={multiple} value={value} onChange={setValue} disabled={disabled} />
}

/** Marks, notices, empty lists and content that is on its way. */
const Signs = () => (
  <>
    <Sheet name="mark">
      <State words="cuenta">
        <Mark>12</Mark>
      </State>
      <State words="bien">
        <Mark kind="ok">Al día</Mark>
      </State>
      <State words="atención">
        <Mark kind="warning">Sin verificar</Mark>
      </State>
      <State words="sí y no">
        <YesNo value /> <YesNo value={false} />
      </State>
      <State words="dinero">
        <Money cents={1_234_567_89} />
      </State>
    </Sheet>
    <Sheet name="notice">
      <State words="aviso con salidas">
        <Notice>
          <p>El enlace nombra un cliente que no es suyo.</p>
          <button type="button" className="button button--plain">
            Elegir cliente
          </button>
        </Notice>
      </State>
      <State words="lo que está mal en un formulario">
        <ErrorSummary
          refusal="Los datos enviados no son válidos"
          problems={[
            { id: 'nombre', label: 'Nombre', message: 'Complete este campo' },
            { id: 'ciudad', label: 'Ciudad', message: 'No se entrega ahí' },
          ]}
        />
      </State>
    </Sheet>
    <Sheet name="empty">
      <State words="nada que mostrar">
        <EmptyState text="No hay juguetes que coincidan con la búsqueda.">
          <button type="button" className="button">
            Quitar los filtros
          </button>
        </EmptyState>
      </State>
      <State words="en camino">
        <SkeletonRows rows={3} height={48} />
      </State>
    </Sheet>
    <Sheet name="pager">
      <State words="la primera de varias">
        <Pager page={0} hasNext onPage={nothing} note="10.000 juguetes" />
      </State>
      <State words="la última">
        <Pager page={3} hasNext={false} onPage={nothing} note="98 juguetes" />
      </State>
    </Sheet>
    <Sheet name="quantity">
      <State words="por unidad">
        <Quantity multiple={1} text="1" />
      </State>
      <State words="por múltiplo, muchas">
        <Quantity multiple={12} text="1200" />
      </State>
      <State words="no se puede cambiar">
        <Quantity multiple={1} text="3" disabled />
      </State>
    </Sheet>
    <Sheet name="tabs">
      <State words="la segunda elegida">
        <Tabs label="Pedidos" tabs={tabs} value="hechos" onChoose={nothing} />
      </State>
    </Sheet>
    <Sheet name="slots">
      <State words="una llena, otra vacía">
        <MediaSlots
          label="Fotos y videos"
          places={[
            { name: 'Foto 1', source: '/favicon.svg', video: false },
            { name: 'Foto 2', source: null, video: false },
          ]}
          onSend={never}
          onRemove={async () => true}
          onShow={nothing}
        />
      </State>
      <State words="ancha, solo imágenes">
        <MediaSlot name="Banner" wide takes="image" source={null} onSend={never} />
      </State>
    </Sheet>
    <Sheet name="media">
      <State words="foto">
        <MediaView source="/favicon.svg" alt="Trompo" className={styles.media} eager />
      </State>
      <State words="sin foto, o falló">
        <MediaView source={null} alt="Trompo" className={styles.media} />
      </State>
      <State words="espera un archivo">
        <FileDrop
          title="Elija una planilla"
          hint="o arrástrela hasta aquí"
          accept=".xlsx"
          busy={false}
          onFile={nothing}
        />
      </State>
      <State words="lo lee">
        <FileDrop title="Leyendo la planilla…" hint="pedidos.xlsx" accept=".xlsx" busy onFile={nothing} />
      </State>
    </Sheet>
  </>
)

/** Every small block in every state. */
export const ControlStates = () => (
  <>
    <Buttons />
    <Fields />
    <Signs />
  </>
)
