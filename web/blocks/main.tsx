/** The page of blocks: each block in each state, for tests and pictures. Development only: the build knows index.html alone. */
import '../styles/index.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../lib/query-client.ts'
import { Router } from '../lib/router.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { BlocksPage } from './BlocksPage.tsx'

const Plain = ({ children }: { children: React.ReactNode }) => <main className="main">{children}</main>
const routes = [{ paths: ['/blocks.html'], title: 'Bloques', frame: Plain, load: () => Promise.resolve(BlocksPage) }]

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Router routes={routes} guard={() => null} notFound={BlocksPage} failed={BlocksPage} />
      <Toaster />
    </QueryClientProvider>,
  )
}
