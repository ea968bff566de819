import { AnnouncementStrip } from '../../ui/AnnouncementStrip.tsx'
import { BarList } from '../../ui/chart/BarList.tsx'
import { ChartPanel } from '../../ui/chart/ChartPanel.tsx'
import { DayChart } from '../../ui/chart/DayChart.tsx'
import { DocumentProgress } from '../../ui/DocumentProgress.tsx'
import { Sheet, State } from './Sheet.tsx'

const nothing = () => {}
const announcement = {
  title: 'Bienvenidos',
  text: 'Los pedidos confirmados antes de las 14 h salen en el día',
}
const days = Array.from({ length: 30 }, (_, at) => ({
  day: `${String(at + 1).padStart(2, '0')}/11/2026`,
  value: (at * 7) % 11,
  said: `${(at * 7) % 11} pedidos`,
}))
const brands = [
  { key: 1, name: 'Rayuela', value: 12, said: '$ 12.000,00' },
  { key: 2, name: 'Una marca de nombre bastante largo', value: 5, said: '$ 5.000,00' },
]
const plain = { error: null, isEmpty: (rows: readonly unknown[]) => rows.length === 0, empty: 'Sin pedidos.' }
const bars = (rows: typeof brands) => <BarList label="Por marca" bars={rows} />

/** Announcements, charts and documents in progress, in every state. */
export const ShopStates = () => (
  <>
    <Sheet name="announcement">
      <State words="se puede cerrar">
        <AnnouncementStrip
          announcement={{ ...announcement, textColour: 'black', backgroundColour: 'yellow' }}
          onDismiss={nothing}
        />
      </State>
      <State words="vista previa">
        <AnnouncementStrip announcement={{ ...announcement, textColour: 'white', backgroundColour: 'red' }} />
      </State>
    </Sheet>
    <Sheet name="document">
      <State words="en espera">
        <DocumentProgress label="Catálogo de Rayuela" done={null} total={0} place={2} onCancel={nothing} />
      </State>
      <State words="en curso">
        <DocumentProgress label="Catálogo de Rayuela" done={23} total={95} place={0} onCancel={nothing} />
      </State>
    </Sheet>
    <Sheet name="chart">
      <State words="por día">
        <DayChart label="Pedidos por día" summary="30 días: 150 pedidos en total" days={days}>
          {(place) => days[place]?.said}
        </DayChart>
      </State>
      <State words="con datos">
        <ChartPanel title="Por marca" {...plain} data={{ ...plain, data: brands }} chart={bars} table={bars} />
      </State>
      <State words="vacío">
        <ChartPanel title="Por vendedor" {...plain} data={{ ...plain, data: [] }} chart={bars} table={bars} />
      </State>
    </Sheet>
  </>
)
