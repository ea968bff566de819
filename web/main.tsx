import './styles/index.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dropFirstAnswers } from './lib/first-answers.ts'
import { currentLocation } from './lib/navigation.ts'
import { atRest, painted, tellPrepared } from './lib/painted.ts'
import { answered, keepCacheToUser, queryClient } from './lib/query-client.ts'
import { Router } from './lib/router.tsx'
import { storedUser } from './lib/stored-user.ts'
import { showTypefaces } from './lib/typefaces.ts'
import { paths } from './paths.ts'
import { guard, routes } from './routes.tsx'
import { announcementQuery } from './shell/Announcement.tsx'
import { ErrorPage, NoConnection } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { followLinkedClients } from './shop/chosen-client.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { Toaster } from './ui/Toast.tsx'

keepCacheToUser()
followLinkedClients()
// Asked before the frame is first painted: coming later, it would push everything down.
if (storedUser()) void queryClient.prefetchQuery(announcementQuery)
// The first screen has asked by then; whatever is left would be stale when a later screen asks.
setTimeout(dropFirstAnswers, 10_000)
/** Whether the app's files lie on the device: they come at once then, and nothing has to wait for its turn on the line. */
const areFilesHere = Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller)
if (areFilesHere) showTypefaces()
/** Somebody who may order, or is just signing in to. */
const mayOrder = () => storedUser() !== null || currentLocation().pathname === paths.login
/** After the first screen and all it asked for, in whose way nothing of this may be. */
const startDevice = async () => {
  await answered()
  if (areFilesHere) await painted()
  // Here before a link is followed, or the signal is gone. What the device keeps is much more, and would come between.
  if (mayOrder())
    await import('./pages.tsx').then(({ prepareOrdering }) => prepareOrdering()).catch(() => undefined)
  tellPrepared()
  if (!areFilesHere) void atRest().then(showTypefaces)
  setTimeout(() => {
    import('./shell/device-start.tsx').then((device) => device.startDevice()).catch(() => undefined)
  }, 1_000)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary at="app" fallback={() => <ErrorPage />}>
        <Router
          routes={routes}
          guard={guard}
          notFound={NotFoundPage}
          failed={NoConnection}
          onFirst={startDevice}
        />
      </ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
