import { IconSearch } from '@tabler/icons-react'
import { useTyped } from '../../lib/use-typed.ts'

interface SearchBoxProps {
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
}

/** The text search; looks while one types. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { typed, setTyped, flush } = useTyped<string | undefined>({
    value,
    format: (text) => text ?? '',
    parse: (text) => text.trim() || undefined,
    settle: onSearch,
  })
  return (
    <search className="search-box">
      <IconSearch size={18} aria-hidden="true" />
      <input
        type="search"
        className="input input--begun"
        aria-label="Buscar artículos"
        placeholder="Buscar por código o descripción"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') flush()
        }}
      />
    </search>
  )
}
