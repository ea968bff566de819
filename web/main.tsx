import './styles/index.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dropFirstAnswers } from './lib/first-answers.ts'
import { currentLocation } from './lib/navigation.ts'
import { painted, tellPrepared } from './lib/painted.ts'
import { answered, keepCacheToUser, queryClient } from './lib/query-client.ts'
import { Router } from './lib/router.tsx'
import { storedUser } from './lib/stored-user.ts'
import { showTypefaces } from './lib/typefaces.ts'
import { paths } from './paths.ts'
import { guard, routes } from './routes.tsx'
import { announcementQuery } from './shell/Announcement.tsx'
import { ErrorPage, NoConnection } from './shell/ErrorPage.tsx'
import { leaveClosedScreens } from './shell/page-gate.ts'
import { followLinkedClients } from './shop/chosen-client.ts'
import { listenToGun, tellGunFailed } from './shop/scan/gun-keys.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { Toaster } from './ui/Toast.tsx'

keepCacheToUser()
leaveClosedScreens()
followLinkedClients()
listenToGun()
// Asked before the frame is first painted: coming later, it would push everything down.
if (storedUser()) void queryClient.prefetchQuery(announcementQuery)
// The first screen has made its calls by then; the answers that are left would be stale for a later screen.
setTimeout(dropFirstAnswers, 10_000)
/** Whether the app's files are on the device: then they come at once, and no download has to wait for another. */
const areFilesHere = Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller)
if (areFilesHere) showTypefaces()
/** Whether the user may order, or is signing in. */
const mayOrder = () => storedUser() !== null || currentLocation().pathname === paths.login
/** Runs after the first screen and all of its calls: none of it may delay them. */
const startDevice = async () => {
  await answered()
  if (areFilesHere) await painted()
  // Fetched before a link is followed, or the signal is gone. The code for what the device keeps is larger, and comes later.
  if (mayOrder()) await import('./pages.tsx').then(({ prepareOrdering }) => prepareOrdering()).catch(() => undefined)
  tellPrepared()
  setTimeout(() => {
    import('./shell/device-start.tsx')
      .then((device) => device.startDevice(areFilesHere ? undefined : showTypefaces))
      .catch(tellGunFailed)
  }, 1_000)
}

const notFound = () => import('./shell/NotFoundPage.tsx').then((module) => module.NotFoundPage)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary at="app" fallback={() => <ErrorPage />}>
        <Router routes={routes} guard={guard} notFound={notFound} failed={NoConnection} onFirst={startDevice} />
      </ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
