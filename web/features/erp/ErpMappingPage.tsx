import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  dropMapping,
  keepMapping,
  listUnreadFiles,
  type MappingProposal,
  type MappingQuestion,
  openQuestions,
  proposeMapping,
  type ShownList,
} from '../../../contract/erp-mapping.ts'
import { countInWords } from '../../../contract/order-text.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { saveText } from '../../lib/download.ts'
import { formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './erp.module.css'

type Answers = Record<string, string>

/** How the files that another program exports are read: what is proposed, what is asked, ten rows of each list (R408). */
export function ErpMappingPage() {
  const [answers, setAnswers] = useState<Answers>({})
  const proposal = useQuery({ ...queryOf(proposeMapping, { body: { answers } }), placeholderData: keepPreviousData })
  const answer = (id: string, value: string) => setAnswers((before) => ({ ...before, [id]: value }))
  return (
    <div className={`page ${styles.waiting}`}>
      <div className="page__head">
        <h1>Archivos de su sistema</h1>
        <Link to={paths.adminErp} className="button button--quiet">
          ERP y tareas
        </Link>
      </div>
      <p className={styles.intro}>
        Deje en la carpeta «ensayo» del ERP los archivos tal como los exporta su sistema. La tienda propone qué es cada
        columna y pregunta lo que no es seguro. Nada cambia hasta que elija usarlos.
      </p>
      <Waiting for={proposal} rows={3} height={120}>
        {(shown) => <Proposal shown={shown} answers={answers} busy={proposal.isFetching} onAnswer={answer} />}
      </Waiting>
    </div>
  )
}

interface ProposalProps {
  shown: MappingProposal
  answers: Answers
  busy: boolean
  onAnswer: (id: string, value: string) => void
}

function Proposal({ shown, answers, busy, onAnswer }: ProposalProps) {
  const { problem, files, questions, lists, kept, mapping } = shown
  const keep = useAction(() => call(keepMapping, { body: { answers } }), {
    outdates: [proposeMapping, listUnreadFiles],
    success: 'Desde ahora los archivos se leen así',
  })
  const drop = useAction(() => call(dropMapping), {
    outdates: [proposeMapping, listUnreadFiles],
    success: 'Los archivos vuelven a leerse con los nombres de la tienda',
  })
  const open = questions.filter(({ answered }) => !answered).length
  const refused = lists.some((list) => list.refused > 0)
  return (
    <>
      {kept !== null && (
        <Notice>
          <p>
            <strong>Hay un mapeo guardado:</strong> la carpeta del ERP se lee con él.
          </p>
          <button
            type="button"
            className="button button--plain button--small"
            onClick={() => saveText(kept, 'mapeo.json')}
          >
            Descargar
          </button>
          <button
            type="button"
            className="button button--plain button--small"
            aria-disabled={drop.busy}
            onClick={() => void drop.run()}
          >
            Dejar de usarlo
          </button>
        </Notice>
      )}
      {problem !== '' && <p className="notice notice--error">{problem}</p>}
      {files.length === 0 && problem === '' && <EmptyState text="No hay archivos en la carpeta del ERP" />}
      {files.length > 0 && (
        <section className={styles.examples} aria-label="Archivos">
          <h2>Archivos</h2>
          <DataTable
            label="Archivos"
            columns={fileColumns}
            rows={files}
            keyOf={({ name }) => name}
            nameOf={({ name }) => name}
          />
        </section>
      )}
      {questions.length > 0 && (
        <section className={`panel ${styles.trial}`} aria-label="Preguntas">
          <h2>{open === 0 ? 'Preguntas respondidas' : `Preguntas: quedan ${formatCount(open)}`}</h2>
          {questions.map((question) => (
            <Question key={question.id} question={question} onAnswer={onAnswer} />
          ))}
        </section>
      )}
      {lists.map((list) => (
        <List key={list.list} list={list} onAnswer={onAnswer} />
      ))}
      {lists.length > 0 && (
        <div className={styles.ways}>
          <button
            type="button"
            className="button"
            aria-disabled={keep.busy || busy || open > 0}
            aria-describedby="mapeo-estado"
            onClick={() => !keep.busy && !busy && open === 0 && void keep.run()}
          >
            <IconCheck size={17} aria-hidden />
            Usar estos archivos así
          </button>
          <button
            type="button"
            className="button button--plain button--small"
            onClick={() => saveText(mapping, 'mapeo.json')}
          >
            Descargar el mapeo
          </button>
          <span id="mapeo-estado" role="status" className="field__help">
            {busy
              ? 'Leyendo…'
              : open > 0
                ? `${openQuestions}.`
                : refused
                  ? 'Hay filas que se rechazan: su archivo no entraría hasta corregirlas.'
                  : ''}
          </span>
        </div>
      )}
    </>
  )
}

const fileColumns: readonly Column<MappingProposal['files'][number]>[] = [
  { name: 'name', label: 'Archivo', phone: 'title', show: ({ name }) => name },
  { name: 'what', label: 'Contenido', kind: 'long', phone: 'second', show: ({ what, problem }) => problem || what },
  { name: 'unread', label: 'Columnas que no se leen', kind: 'long', show: ({ unread }) => unread.join(', ') || '—' },
  { name: 'rows', label: 'Filas', kind: 'figure', phone: 'end', show: ({ rows }) => formatCount(rows) },
]

interface QuestionProps {
  question: MappingQuestion
  onAnswer: (id: string, value: string) => void
}

function Question({ question: { id, text, options, value, answered }, onAnswer }: QuestionProps) {
  return (
    <div className={styles.question}>
      <Choice label={text} value={value} options={options} onChoose={(chosen) => onAnswer(id, chosen)} />
      {answered ? (
        <Mark kind="ok">respondida</Mark>
      ) : (
        <button
          type="button"
          className="button button--small"
          aria-label={`Es así: ${text}`}
          onClick={() => onAnswer(id, value)}
        >
          Es así
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  help?: string | undefined
  value: string
  options: MappingQuestion['options']
  onChoose: (value: string) => void
}

/** One of what the files have; 'Elija una' while it is none of them. */
const Choice = ({ label, help, value, options, onChoose }: ChoiceProps) => (
  <Field label={label} help={help}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
        {!options.some((option) => option.value === value) && <option value={value}>Elija una</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const cellAt = (row: readonly string[], at: number): string => row[at] ?? ''

function List({ list, onAnswer }: { list: ShownList; onAnswer: (id: string, value: string) => void }) {
  const { title, file, fields, rows, refused, faults, remarks, headings, sample } = list
  const columns: Column<{ row: readonly string[]; at: number }>[] = headings.map((heading, at) => ({
    name: `c${at}`,
    label: heading,
    phone: at === 0 ? 'title' : at < 3 ? 'second' : undefined,
    show: ({ row }) => cellAt(row, at),
  })) as Column<{ row: readonly string[]; at: number }>[]
  return (
    <section className={styles.examples} aria-label={title}>
      <h2>{title}</h2>
      <p className="field__help">
        De {file}: {countInWords(rows, 'fila', 'filas')}{' '}
        {refused > 0 ? (
          <Mark kind="warning">{`${formatCount(refused)} se rechazarían`}</Mark>
        ) : (
          <Mark kind="ok">ninguna se rechaza</Mark>
        )}
      </p>
      {faults.length + remarks.length > 0 && (
        <details className={styles.faults} open={faults.length > 0 && faults.length <= 10}>
          <summary>{faults.length > 0 ? 'Lo que se rechaza, y avisos' : 'Avisos'}</summary>
          <ul>
            {faults.map(({ place, message }) => (
              <li key={`${place} ${message}`}>
                {place && <strong>{place}: </strong>}
                {message}
              </li>
            ))}
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </details>
      )}
      {fields.length > 0 && (
        <details className={styles.faults}>
          <summary>Qué columna es cada dato</summary>
          <div className={styles.fields}>
            {fields.map(({ id, label, column, options, sure }) => (
              <Choice
                key={id}
                label={label}
                help={sure ? undefined : 'No es seguro'}
                value={column}
                options={options}
                onChoose={(chosen) => onAnswer(id, chosen)}
              />
            ))}
          </div>
        </details>
      )}
      <DataTable
        label={`${title}: las primeras filas`}
        columns={columns}
        rows={sample.map((row, at) => ({ row, at }))}
        keyOf={({ at }) => at}
        nameOf={({ row }) => cellAt(row, 0)}
      />
    </section>
  )
}
