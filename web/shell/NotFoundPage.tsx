import { titleOf } from '../lib/shop.ts'
import { NotFoundMessage } from '../shop/NotFoundMessage.tsx'
import { PublicLayout } from './PublicLayout.tsx'

/** Any other path (R102). */
export const NotFoundPage = () => (
  <PublicLayout>
    <title>{titleOf('Página no encontrada')}</title>
    <NotFoundMessage />
  </PublicLayout>
)
