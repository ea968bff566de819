import { titleOf } from '../lib/shop.ts'
import { NotFoundMessage } from '../shop/NotFoundMessage.tsx'
import { PublicLayout } from './PublicLayout.tsx'

/** The page of any path that has no screen (R102). */
export const NotFoundPage = () => (
  <PublicLayout>
    <title>{titleOf('Página no encontrada')}</title>
    <NotFoundMessage />
  </PublicLayout>
)
