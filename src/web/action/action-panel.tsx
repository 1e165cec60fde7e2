import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import type { Action, Answers } from '#actions/kit/action'
import type { ActionForm as FormFromServer, Done, Rehearsal } from '#contract/form'
import { kindAt, pageOf as addressIn } from '#contract/nouns'
import type { Resource } from '#contract/resource'
import { choicesAhead, fetchForm } from '../api.ts'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toasts.ts'
import { ActionForm } from './action-form.tsx'
import { definitionOf } from './definitions.ts'
import { DonePanel } from './done-panel.tsx'
import { DiscardGuard } from './discard-guard.tsx'
import { draftsSent } from './draft-keeper.ts'
import { setJustDone } from './just-done.ts'
import { JustDoneLine } from './just-done-line.tsx'
import { actionAt, addressAt, answersKnown, formUrl, type OpenAction } from './open-action.ts'
import { pageOf } from './page-of.ts'
import { PanelFrame } from './panel-frame.tsx'
import type { OpenForm } from './use-action.ts'

const CLOSE_DELAY = 250

/** Where the form of the next thing opens by itself: what was done stands above it. */
const QUEUE = '/queue'

/** Would something be lost with the page that no draft holds? */
const isAtRisk = (unsent: OpenForm['unsent']): boolean =>
  unsent !== null && (!unsent.isSafe || unsent.picked.length > 0)

interface Opened {
  /** A fresh one for every fetch, so that a reloaded form starts anew. */
  stamp: string
  url: string
  action: Action
  form: FormFromServer
}

const fetchOpened = async (open: OpenAction, signal: AbortSignal, known: Answers): Promise<Opened> => {
  const [action] = await Promise.all([definitionOf(open.on, open.id), draftsSent()])
  const url = formUrl(open)
  // Lists of ticks grow with their choices, and would move what is below them.
  const lists = Object.values(action.fields).filter(({ type }) => type === 'SelectMulti')
  const sources = lists.flatMap(({ source }) => source ?? [])
  const [form] = await Promise.all([fetchForm(url, signal), ...sources.map(choicesAhead)])
  const asked = Object.entries(known).filter(([name]) => name in action.fields)
  const values = { ...form.values, ...Object.fromEntries(asked) }
  return { stamp: crypto.randomUUID(), url, action, form: { ...form, values } }
}

/** Nothing but things to tick or to say yes to: that is confirmed in the middle of the screen. */
const isConfirmation = ({ action, form }: Opened): boolean =>
  form.steps.length === 0 &&
  Object.values(action.fields).every(
    field => field.storage === 'drop' && (field.type === 'Checkbox' || field.type === 'YesNo'),
  )

const NAMED: readonly unknown[] = ['project', 'requirement', 'participation', 'agentAuthority']

/** What the panel is called, on a page about many things with the name of the one it is about; else that name stands below. */
const titleOn = (
  pathname: string,
  open: OpenAction,
  { url, form: { title, subject } }: Opened,
): { title: string; about?: string } => {
  // The form before stays until the next one is there, upon whose page it may be already.
  if (url !== formUrl(open) || typeof subject.name !== 'string' || !NAMED.includes(kindAt(open.on)))
    return { title }
  return pathname.includes(String(subject.id))
    ? { title, about: subject.name }
    : { title: `${title}: ${subject.name}` }
}

/** In the queue what is decided on is not in sight: its page, in another tab, so that the form stays. */
const LookAt = ({ open, subject: { id } }: { open: OpenAction; subject: FormFromServer['subject'] }) => {
  const kind = kindAt(open.on)
  const page = typeof id === 'string' && kind ? addressIn(kind, { id }) : null
  return (
    page && (
      <p className="look-at">
        <a href={page} target="_blank" rel="noreferrer">
          Look at it in another tab
        </a>
      </p>
    )
  )
}

/** After the panel has gone, readers are back where they opened it, or else at the beginning of the page. */
const useFocusBack = () => {
  const opener = useRef(document.activeElement)
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.querySelector('.overlay')) return
        const before = opener.current
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const goal = isThere ? before : document.querySelector<HTMLElement>('main h1')
        goal?.focus({ preventScroll: isThere })
      }, 50),
    [],
  )
}

/** The open action: fetched, shown, submitted; then the next step, or back to the page. */
export const ActionPanel = ({
  open,
  show,
  close,
  stay,
}: {
  open: OpenAction
  show: (next: OpenAction) => void
  close: () => void
  /** It is done and leaves the address, while what was done is shown. */
  stay: (open: OpenAction) => void
}) => {
  useFocusBack()
  const navigate = useNavigate()
  const unsent = useRef<OpenForm['unsent']>(null)
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const made = useRef<Resource | null>(null)
  const [isGuarding, setGuarding] = useState(false)
  const [wasDone, setWasDone] = useState<{ of: string; done: Done; rehearsal: Rehearsal | null } | null>(null)
  const query = useQuery({
    queryKey: ['form', formUrl(open)],
    queryFn: ({ signal }) => fetchOpened(open, signal, answersKnown(state)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

  const blocker = useBlocker(() => isAtRisk(unsent.current))
  useEffect(() => {
    if (blocker.state === 'blocked') setGuarding(true)
  }, [blocker.state])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isAtRisk(unsent.current)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  const leave = () => {
    unsent.current = null
    const page = made.current && pageOf(made.current)
    if (page) void navigate(page)
    else close()
  }
  const tryToLeave = () => {
    if (isAtRisk(unsent.current)) return setGuarding(true)
    if (unsent.current) toast('success', 'What you have entered is kept as a draft')
    leave()
  }
  const goAway = () => {
    setGuarding(false)
    unsent.current = null
    if (blocker.state === 'blocked') blocker.proceed()
    else leave()
  }
  const discard = () => {
    void unsent.current?.discard().catch(() => toast('error', 'The draft could not be discarded'))
    goAway()
  }
  const keep = () => {
    setGuarding(false)
    if (blocker.state === 'blocked') blocker.reset()
  }

  const messageOf = ({ message }: Done) => message || `${query.data?.form.title ?? ''} succeeded`
  const onDone = (done: Done, rehearsal: Rehearsal | null) => {
    unsent.current = null
    // What was made on a list, or for an organisation, has a page of its own to go to.
    if (done.context && done.context.links.self !== `/api/${open.on}`) made.current = done.context
    const page = done.context && pageOf(done.context)
    if (done.page) void navigate(done.page, { replace: true })
    else if (done.nextAction && page && page !== pathname)
      // The steps go on upon the page of what has been made, so that a reload finds it.
      void navigate(addressAt(page, actionAt(done.nextAction)), { replace: true })
    else if (done.nextAction) show(actionAt(done.nextAction))
    else if (pathname === QUEUE) {
      setJustDone({ message: messageOf(done), action: open.id, context: done.context })
      setTimeout(leave, CLOSE_DELAY)
    } else if (query.data?.form.binds || done.proposal !== undefined) {
      setWasDone({ of: formUrl(open), done, rehearsal })
      stay(open)
    } else {
      toast('success', messageOf(done))
      setTimeout(leave, CLOSE_DELAY)
    }
  }
  const onUnsent = useCallback((what: OpenForm['unsent']) => {
    unsent.current = what
  }, [])

  if (query.error && !query.isFetching)
    return (
      <PanelFrame title="This cannot be opened" isConfirmation onClose={leave}>
        <div className="panel-body">
          <Problem error={query.error} retry={() => void query.refetch()} />
        </div>
      </PanelFrame>
    )
  if (!query.data)
    return (
      <span className="sr-only" role="status">
        Loading
      </span>
    )
  const opened = query.data
  if (wasDone?.of === formUrl(open))
    return (
      <PanelFrame title={opened.form.title} isConfirmation={isConfirmation(opened)} onClose={leave}>
        <DonePanel
          done={wasDone.done}
          rehearsal={wasDone.rehearsal}
          action={opened.action.name}
          approval={opened.form.approval}
          page={made.current && pageOf(made.current)}
          onClose={leave}
        />
      </PanelFrame>
    )
  return (
    <PanelFrame
      {...titleOn(pathname, open, opened)}
      isConfirmation={isConfirmation(opened)}
      onClose={tryToLeave}
    >
      {pathname === QUEUE && (
        <>
          <JustDoneLine />
          <LookAt open={open} subject={opened.form.subject} />
        </>
      )}
      <ActionForm
        key={opened.stamp}
        action={opened.action}
        form={opened.form}
        url={opened.url}
        onDone={onDone}
        onCancel={tryToLeave}
        onPrevious={previous => {
          if (isAtRisk(unsent.current)) setGuarding(true)
          else show(actionAt(previous))
        }}
        onReload={() => {
          unsent.current = null
          void query.refetch()
        }}
        onUnsent={onUnsent}
      />
      {isGuarding && (
        <DiscardGuard unsent={unsent.current} onLeave={goAway} onDiscard={discard} onKeep={keep} />
      )}
    </PanelFrame>
  )
}
