/** All keys of the shop on one sheet (R227). */
import { Modal } from '../ui/Modal.tsx'
import styles from './KeySheet.module.css'

type Keys = readonly (readonly [keys: readonly string[], does: string])[]

const groups: readonly (readonly [title: string, keys: Keys])[] = [
  [
    'En toda la tienda',
    [
      [['/'], 'Ir al buscador'],
      [['código', 'Enter'], 'Ir a la cantidad de ese artículo'],
      [['cantidad', 'Enter'], 'Agregarlo y volver al buscador'],
      [['Esc'], 'Volver al buscador sin agregar'],
      [['?'], 'Ver esta hoja'],
    ],
  ],
  [
    'En las tarjetas del catálogo',
    [
      [['↓'], 'Del buscador al primer artículo'],
      [['Flechas'], 'De un artículo a otro'],
      [['Enter'], 'Del artículo a su cantidad, y otra vez para agregar'],
      [['↑', '↓'], 'En la cantidad: sumar o restar'],
      [['Espacio'], 'Ver el artículo'],
      [['Esc'], 'De la cantidad al artículo, y de ahí al buscador'],
    ],
  ],
  [
    'En la lista del catálogo',
    [
      [['↓'], 'Del buscador a la primera cantidad'],
      [['Enter', '↓'], 'Guardar y bajar un renglón'],
      [['Mayús + Enter', '↑'], 'Guardar y subir un renglón'],
      [['Esc'], 'Dejar la cantidad como estaba, y de ahí al buscador'],
    ],
  ],
  [
    'En el pedido rápido',
    [
      [['Enter'], 'Leer lo escrito, y otra vez para agregarlo'],
      [['Mayús + Enter'], 'Escribir otro renglón'],
    ],
  ],
]

export const KeySheet = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Teclas de la tienda" size="large" reading onClose={onClose}>
    <div className={styles.sheet}>
      {groups.map(([title, keys]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Modal>
)
