import { useRef, useState } from 'react'
import { PROVINCES } from '../../../contract/provinces.ts'
import { newKey } from '../../lib/random-key.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Combobox, type Suggestion } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { partsOf, useLocalities, useSuggestions } from './accounts.api.ts'
import { noParts, type PlaceDraft, placeChange } from './place.ts'

/** How long typing rests before the provider is asked, in milliseconds. */
const REST = 300

interface PlaceFieldsProps {
  place: PlaceDraft
  problems: Partial<Record<'address' | 'provinceId' | 'city', string | undefined>>
  idOf: (field: 'address' | 'provinceId' | 'city') => string
  /** What the form calls the locality. */
  cityLabel: string
  required?: boolean
  onChange: (change: Partial<PlaceDraft>) => void
}

/** Address with suggestions, province and locality. Without an answer from the provider all of it is plain typing. */
export function PlaceFields({ place, problems, idOf, cityLabel, required, onChange }: PlaceFieldsProps) {
  /** Ties the questions of one filling of the form together: some providers charge by it. */
  const [session] = useState(newKey)
  const [typed, setTyped] = useState('')
  /** Only a province chosen by hand narrows the suggestions: the fiscal one need not be where the goods go. */
  const [chosen, setChosen] = useState('')
  const picks = useRef(0)
  const text = useDebounced(typed.trim(), REST)
  const { data: suggestions = [] } = useSuggestions(text, chosen, session)
  const { data: localities = [] } = useLocalities(place.provinceId)
  const localitiesId = `${idOf('city')}-lista`

  const type = (address: string) => {
    picks.current += 1
    setTyped(address)
    onChange({ ...noParts, address })
  }
  const pick = async ({ id, label }: Suggestion) => {
    picks.current += 1
    const mine = picks.current
    setTyped('')
    onChange({ address: label })
    const change = placeChange(place.address, label, await partsOf(id, session))
    // Whoever types on meanwhile knows better.
    if (mine === picks.current) onChange(change)
  }
  return (
    <>
      <Field
        label="Dirección"
        id={idOf('address')}
        error={problems.address}
        required={required}
        className="form-grid__whole"
        help={place.postalCode && `Código postal ${place.postalCode}`}
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
      </Field>
      <Field label="Provincia" id={idOf('provinceId')} error={problems.provinceId} required={required}>
        {(control) => (
          <select
            {...control}
            value={place.provinceId}
            onChange={({ target }) => {
              setChosen(target.value)
              onChange({ provinceId: target.value })
            }}
          >
            <option value="">Seleccione una provincia</option>
            {PROVINCES.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={cityLabel} id={idOf('city')} error={problems.city} required={required}>
        {(control) => (
          <>
            <input
              {...control}
              list={localitiesId}
              autoComplete="off"
              maxLength={150}
              value={place.city}
              onChange={({ target }) => onChange({ city: target.value })}
            />
            <datalist id={localitiesId}>
              {localities.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </>
  )
}
