import { useRef, useState } from 'react'
import { PROVINCES } from '../../../../contract/provinces.ts'
import type { Form } from '../../../lib/form.ts'
import { newKey } from '../../../lib/random-key.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Combobox, type Suggestion } from '../../../ui/Combobox.tsx'
import { FormField, SelectField } from '../../../ui/form/fields.tsx'
import { partsOf, useLocalities, useSuggestions } from './accounts.api.ts'
import { type PlaceDraft, placeChange, typedChange } from './place.ts'

/** Debounce of the calls for suggestions, in milliseconds. */
const SUGGEST_DEBOUNCE = 300

const provinces = PROVINCES.map(([id, name]) => ({ value: String(id), label: name }))

interface PlaceFieldsProps<Draft extends PlaceDraft> {
  form: Form<Draft>
  /** The form's label for the locality. */
  cityLabel: string
  required?: boolean
}

/** Address with suggestions, province and locality. Without an answer from the provider all of them are typed. */
export function PlaceFields<Draft extends PlaceDraft>({ form, cityLabel, required = false }: PlaceFieldsProps<Draft>) {
  /** Key that joins the calls of one filling of the form: some providers charge by such a session. */
  const [session] = useState(newKey)
  const [typed, setTyped] = useState('')
  /** Only a province chosen by hand narrows the suggestions: the fiscal one need not be where the goods go. */
  const [chosen, setChosen] = useState('')
  const picks = useRef(0)
  const place: PlaceDraft = form.draft
  const text = useDebounced(typed.trim(), SUGGEST_DEBOUNCE)
  const { data: suggestions = [] } = useSuggestions(text, chosen, session)
  const { data: localities = [] } = useLocalities(place.provinceId)
  const localitiesId = `${form.idOf('city')}-lista`

  const change = (part: Partial<PlaceDraft>) => form.set((before) => ({ ...before, ...part }))
  const type = (address: string) => {
    picks.current += 1
    setTyped(address)
    change(typedChange(address))
  }
  const pick = async ({ id, label }: Suggestion) => {
    picks.current += 1
    const ownPick = picks.current
    const line = suggestions.find((suggestion) => suggestion.id === id)?.line
    setTyped('')
    change({ address: label })
    const found = placeChange({ label, line }, await partsOf(id, session))
    // What the user has typed or picked meanwhile wins.
    if (ownPick === picks.current) change(found)
  }
  return (
    <>
      <FormField
        form={form}
        name="address"
        label="Dirección"
        help={place.postalCode && `Código postal ${place.postalCode}`}
        required={required}
        wide
      >
        {(control) => (
          <Combobox
            control={control}
            listLabel="Direcciones sugeridas"
            placeholder="Calle y número"
            maxLength={300}
            value={place.address}
            suggestions={typed.trim() === '' ? [] : suggestions}
            onType={type}
            onPick={(suggestion) => void pick(suggestion)}
          />
        )}
      </FormField>
      <SelectField
        // SelectField only reads the form; the choice goes through `change`.
        form={form as unknown as Form<PlaceDraft>}
        name="provinceId"
        label="Provincia"
        none="Seleccione una provincia"
        options={provinces}
        required={required}
        onChoose={(provinceId) => {
          setChosen(provinceId)
          change({ provinceId, postalCode: '' })
        }}
      />
      <FormField form={form} name="city" label={cityLabel} required={required}>
        {(control) => (
          <>
            <input
              {...control}
              list={localitiesId}
              autoComplete="off"
              maxLength={150}
              value={place.city}
              onChange={({ target }) => change({ city: target.value, postalCode: '' })}
            />
            <datalist id={localitiesId}>
              {localities.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
    </>
  )
}
