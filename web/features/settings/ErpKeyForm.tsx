import { createErpKey, keyTexts, LONGEST_KEY_NAME, listErpKeys, type ToldKey } from '../../../contract/erp-keys.ts'
import { type KeyRight, type KeySubject, keyRights, keySubjects } from '../../../contract/key-rights.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { CheckField, FieldGroup, TextField } from '../../ui/form/fields.tsx'
import { deedWord, rightsOf, subjectWords } from './erp-key-words.ts'

type Draft = Record<KeyRight, boolean> & { name: string; password: string }
const begin = {
  ...(Object.fromEntries(keyRights.map((right) => [right, false])) as Record<KeyRight, boolean>),
  name: '',
  password: '',
}

/** The form of a new key: its name, what it may do, and the admin's password again. */
export function ErpKeyForm({ onTold }: { onTold: (key: ToldKey) => void }) {
  const form = useForm<Draft, ToldKey>({
    begin,
    focusAtStart: 'name',
    check: (draft) => ({
      name: draft.name.trim() === '' ? keyTexts.name : undefined,
      'articulos:leer': keyRights.some((right) => draft[right]) ? undefined : keyTexts.rights,
      password: draft.password === '' ? 'Escriba su contraseña' : undefined,
    }),
    save: ({ name, password, ...chosen }) =>
      call(createErpKey, {
        body: { name: name.trim(), password, rights: keyRights.filter((right) => chosen[right]) },
      }),
    names: { fields: { name: ['nombre'], 'articulos:leer': ['permisos'], password: ['contra'] } },
    outdates: [listErpKeys],
    success: 'Clave creada',
    onDone: onTold,
  })
  return (
    <FormFrame form={form}>
      <FieldGroup>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          required
          wide
          maxLength={LONGEST_KEY_NAME}
          help="De qué programa es, por ejemplo «Tango depósito»."
        />
      </FieldGroup>
      {(Object.keys(keySubjects) as KeySubject[]).map((subject) => (
        <FieldGroup key={subject} title={subjectWords[subject]}>
          {rightsOf(subject).map((right) => (
            <CheckField key={right} form={form} name={right} label={firstUpper(deedWord(right))} />
          ))}
        </FieldGroup>
      ))}
      <FieldGroup title="Confirme que es usted">
        <TextField
          form={form}
          name="password"
          label="Su contraseña"
          type="password"
          autoComplete="current-password"
          required
          wide
        />
      </FieldGroup>
    </FormFrame>
  )
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
