import { expect, test } from 'vitest'
import { hrefOf } from '../../lib/navigation.ts'
import { readPlace, writePlace } from './use-place.ts'

const filters = { name: 'el trompo', type: 'cliente', enabled: '0', active: '1' }

test('the place comes back from the address', () => {
  const place = { filters, page: 2, open: 15 } as const
  const href = hrefOf('/admin/usuarios', writePlace(place))
  expect(href).toBe('/admin/usuarios?n=el+trompo&t=cliente&h=0&a=1&pag=3&idusu=15')
  const search = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
  expect(readPlace(search)).toEqual(place)
})

test('a new user is a place too, and an address that says nothing is the first page of all', () => {
  expect(readPlace({ nuevo: '1' }).open).toBe('new')
  const all = { name: '', type: '', enabled: '', active: '' }
  expect(readPlace({ idusu: 'x', pag: '-3' })).toEqual({ filters: all, page: 0, open: null })
})
