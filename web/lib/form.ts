/**
 * A form without its looks: a draft, what is wrong with it, one call, and nobody's changes lost. Its fields and its frame
 * are in ui/form.
 */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ChangedSince } from '../../contract/versions.ts'
import { type ActionOptions, useAction } from './action.ts'
import { dropDraft, keepDraft, keptDraft } from './draft.ts'
import { changedFields, type Found, merged, type Problems, stillWrong } from './form-rules.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { type Unsaved, useUnsaved } from './use-unsaved.ts'

export interface FormOptions<Draft extends object, Answer> extends ActionOptions<Draft, Answer> {
  /** The first draft. Another value later does not change the form under the user's hands. */
  readonly begin: Draft
  /** The one call. `begun` is what is stored, to tell what was changed. */
  readonly save: (draft: Draft, begun: Draft) => Promise<Answer>
  /** What is wrong beyond required fields that are empty, by field. */
  readonly check?: (draft: Draft) => Problems<Draft>
  /** `check` finds empty fields too, in words of their own, and the summary keeps its order (R105). */
  readonly checksAll?: boolean
  /** Marks what is wrong at once and leads there, without waiting for the first try. */
  readonly checkAtStart?: boolean
  /** The field that has the focus at first. */
  readonly focusAtStart?: keyof Draft & string
  /** Reads the record anew: with it a 409 tells what somebody else changed, and the person chooses (R41). */
  readonly reread?: () => Promise<Draft>
  /** Whether leaving with changes asks first; by default it does. */
  readonly guarded?: boolean
  /** Keeps the draft in this tab over a reload, without the fields in `secret`. */
  readonly keep?: { readonly as: string; readonly secret?: readonly (keyof Draft & string)[] }
}

/** What a field tells its form of itself. */
export interface FieldFacts {
  readonly label: string
  readonly required: boolean
  /** A value as it is read on the screen. */
  readonly say: (value: unknown) => string
  /** Why what stands in its box is no value at all, e.g. half of a day; '' when it is one. */
  readonly unreadable?: ((value: unknown) => string) | undefined
}

/** Somebody else's change that a save met. */
export interface Conflict {
  readonly who: ChangedSince
  /** What differs from what the form began with; `mine` is null where the person changed nothing. */
  readonly fields: readonly { label: string; before: string; now: string; mine: string | null }[]
}

export interface Form<Draft extends object> {
  readonly draft: Draft
  readonly dirty: boolean
  readonly busy: boolean
  /** What is still wrong, by field. */
  readonly problems: Problems<Draft>
  /** Whether each box holds a value: what is half typed is no change yet. */
  readonly isReadable: () => boolean
  /** The problems for the summary: in the order of the screen, or with `checksAll` in that of the checks. */
  readonly summary: readonly { id: string; label: string; message: string }[]
  /** Why the server refused it as a whole; '' when it did not. */
  readonly refusal: string
  readonly set: (change: Partial<Draft> | ((now: Draft) => Draft)) => void
  /** Takes values that are stored by now: they are shown, and do not count as the user's changes. */
  readonly take: (stored: Partial<Draft>) => void
  /** Saves it; false when something is wrong or it was refused, which is on the screen then. */
  readonly submit: (event?: FormEvent) => Promise<boolean>
  readonly unsaved: Unsaved
  readonly conflict: Conflict | null
  /** The way out of a conflict: the own changes over what is stored now, what is stored, or back to the form. */
  readonly settle: (choice: 'mine' | 'stored' | 'neither') => Promise<boolean>
  /** Id of a field's control. */
  readonly idOf: (name: string) => string
  /** For the fields: tells the form about a field; returns how to take that back. */
  readonly register: (name: string, facts: FieldFacts) => () => void
}

const MISSING = 'Complete este campo'
const isEmpty = (value: unknown): boolean => String(value ?? '').trim() === ''

/** A form: `useForm({ begin, save: (draft) => call(…), names, outdates, success })`. */
export function useForm<Draft extends object, Answer = unknown>(options: FormOptions<Draft, Answer>): Form<Draft> {
  const {
    begin,
    save,
    check,
    checksAll = false,
    checkAtStart = false,
    focusAtStart,
    reread,
    guarded = true,
    keep,
    ...action
  } = options
  const formId = useId()
  const [state, setState] = useState(() => ({
    begun: begin,
    draft: keep ? keptDraft(keep.as, begin) : begin,
  }))
  // A typed key counts at once, before the next render.
  const latest = useRef(state)
  const [found, setFound] = useState<Found<Draft>>({ problems: {}, draft: begin, byServer: false })
  const [refusal, setRefusal] = useState('')
  const [focus, setFocus] = useState<{ name: string } | null>(null)
  const [met, setMet] = useState<{ conflict: Conflict; stored: Draft } | null>(null)
  const fields = useRef(new Map<string, FieldFacts>())

  const idOf = (name: string): string => `${formId}-${name}`
  const change = (next: typeof state) => {
    latest.current = next
    setState(next)
    if (keep) keepDraft(keep.as, next.draft, keep.secret)
  }
  const isDirty = () => guarded && changedFields(latest.current.begun, latest.current.draft).length > 0
  const unsaved = useUnsaved(isDirty, () => change({ ...latest.current, draft: latest.current.begun }))

  const wrongIn = (draft: Draft): Problems<Draft> => {
    const missing = [...fields.current].flatMap(([name, { required }]) =>
      required && !checksAll && isEmpty(draft[name as keyof Draft]) ? [[name, MISSING]] : [],
    )
    const checked = Object.entries(check?.(draft) ?? {}).filter(([, message]) => message)
    return Object.fromEntries([...missing, ...checked, ...unreadableIn(draft)]) as Problems<Draft>
  }
  const unreadableIn = (draft: Draft): [string, string][] =>
    [...fields.current].flatMap(([name, { unreadable }]) => {
      const message = unreadable?.(draft[name as keyof Draft])
      return message ? [[name, message]] : []
    })
  const show = (problems: Problems<Draft>, byServer: boolean): boolean => {
    setFound({ problems, draft: latest.current.draft, byServer })
    const [first] = inOrder(Object.keys(problems), idOf)
    if (first) setFocus({ name: first })
    return Object.keys(problems).length > 0
  }
  const onRefused = (refused: Refusal) => {
    const all = Object.entries(refused.fields)
    const otherMessages = all.filter(([name]) => !fields.current.has(name)).map(([, message]) => message)
    const ofFields = all.filter(([name]) => fields.current.has(name))
    show(Object.fromEntries(ofFields) as Problems<Draft>, true)
    if (refused.changed && reread) void meet(refused.changed, reread)
    else setRefusal(ofFields.length === 0 ? refused.message : [...new Set(otherMessages)].join('. '))
  }
  const meet = async (who: ChangedSince, readAgain: () => Promise<Draft>) => {
    try {
      const stored = await readAgain()
      setMet({ stored, conflict: { who, fields: differences(fields.current, latest.current, stored, idOf) } })
    } catch (error) {
      setRefusal(refusalOf(error).message)
    }
  }
  const { run, busy } = useAction((draft: Draft) => save(draft, latest.current.begun), {
    ...action,
    onRefused,
    onDone: (answer, sent) => {
      change({ ...latest.current, begun: sent })
      if (keep) dropDraft(keep.as)
      action.onDone?.(answer, sent)
    },
  })
  const submit = async (event?: FormEvent): Promise<boolean> => {
    event?.preventDefault()
    if (busy) return false
    setRefusal('')
    return !show(wrongIn(latest.current.draft), false) && run(latest.current.draft)
  }
  const settle = async (choice: 'mine' | 'stored' | 'neither'): Promise<boolean> => {
    setMet(null)
    if (!met || choice === 'neither') return false
    const { begun, draft } = latest.current
    const { stored } = met
    change({ begun: stored, draft: choice === 'mine' ? merged(begun, draft, stored) : stored })
    return choice === 'mine' && submit()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there.
  useEffect(() => {
    if (checkAtStart && show(wrongIn(begin), false)) return
    if (focusAtStart) setFocus({ name: focusAtStart })
  }, [])
  useEffect(() => {
    if (focus) document.getElementById(`${formId}-${focus.name}`)?.focus()
  }, [focus, formId])

  const { begun, draft } = state
  const problems = stillWrong(found, draft, wrongIn(draft))
  const wrongNames = Object.keys(problems)
  return {
    draft,
    dirty: changedFields(begun, draft).length > 0,
    busy,
    problems,
    summary: (checksAll ? wrongNames : inOrder(wrongNames, idOf)).map((name) => ({
      id: idOf(name),
      label: fields.current.get(name)?.label ?? '',
      message: problems[name as keyof typeof problems] ?? '',
    })),
    refusal,
    isReadable: () => unreadableIn(latest.current.draft).length === 0,
    set: (given) => {
      const now = latest.current
      change({
        ...now,
        draft: typeof given === 'function' ? given(now.draft) : { ...now.draft, ...given },
      })
    },
    take: (stored) => {
      const { begun, draft } = latest.current
      change({ begun: { ...begun, ...stored }, draft: { ...draft, ...stored } })
    },
    submit,
    unsaved,
    conflict: met?.conflict ?? null,
    settle,
    idOf,
    register: (name, facts) => {
      fields.current.set(name, facts)
      return () => fields.current.delete(name)
    },
  }
}

/** Names of fields as they follow each other on the screen. */
function inOrder(names: readonly string[], idOf: (name: string) => string): string[] {
  const placed = names.map((name) => ({ name, at: document.getElementById(idOf(name)) }))
  const compare = (a: Element | null, b: Element | null) =>
    a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  return placed.sort((a, b) => compare(a.at, b.at)).map(({ name }) => name)
}

/** What somebody else changed, in the words of the screen. */
function differences<Draft extends object>(
  fields: ReadonlyMap<string, FieldFacts>,
  { begun, draft }: { begun: Draft; draft: Draft },
  stored: Draft,
  idOf: (name: string) => string,
): Conflict['fields'] {
  const own = changedFields(begun, draft)
  return inOrder(changedFields(begun, stored), idOf).flatMap((field) => {
    const name = field as keyof Draft & string
    const facts = fields.get(name)
    if (!facts) return []
    const { label, say } = facts
    const mine = own.includes(name) ? say(draft[name]) : null
    return [{ label, before: say(begun[name]), now: say(stored[name]), mine }]
  })
}
