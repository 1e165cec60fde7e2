import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import type { Action, Answers } from '#actions/kit/action'
import type { ActionForm as FormFromServer, ActionResult, ActionPreview } from '#contract/kit/form'
import { kindOfPath, optionalPageAddress as addressIn } from '#contract/nouns/nouns'
import type { Resource } from '#contract/kit/resource'
import { prefetchChoices, fetchForm } from '../api/api.ts'
import { LoadingError } from '../parts/page/query-boundary.tsx'
import { toast } from '../parts/page/toasts.ts'
import { ActionForm } from './action-form.tsx'
import { definitionOf } from './definitions.ts'
import { DonePanel } from './done-panel.tsx'
import { DiscardGuard } from './discard-guard.tsx'
import { waitForDraftSaves } from './questions/draft-keeper.ts'
import { setLastAction } from './just-done.ts'
import { LastActionLine } from './just-done-line.tsx'
import {
  DRAFT_NOT_DISCARDED_TEXT,
  DRAFT_SAVED_ON_CLOSE_TEXT,
  FORM_NOT_OPENED_TITLE,
  succeededText,
} from './messages.ts'
import {
  parseActionLink,
  openActionAddress,
  prefilledAnswers,
  formUrl,
  type OpenAction,
} from './questions/open-action.ts'
import { pageAfterAction } from './after-action.ts'
import { PanelFrame } from './panel-frame.tsx'
import type { OpenActionForm } from './questions/use-action.ts'

const CLOSE_DELAY = 250

/**
 * Path of the queue, where the form of the next record opens by itself and shows the last result above it.
 */
const QUEUE = '/queue'

/** Returns true if leaving the page would lose answers or files that no draft contains. */
const isAtRisk = (unsent: OpenActionForm['unsent']): boolean =>
  unsent !== null && (!unsent.isSafe || unsent.picked.length > 0)

interface Opened {
  /** A new stamp for every fetch, so that a reloaded form starts again. */
  stamp: string
  url: string
  action: Action
  form: FormFromServer
}

const fetchOpened = async (open: OpenAction, signal: AbortSignal, known: Answers): Promise<Opened> => {
  const [action] = await Promise.all([definitionOf(open.on, open.id), waitForDraftSaves()])
  const url = formUrl(open)
  // Lists of checkboxes grow with their choices and would move what is below them.
  const lists = Object.values(action.fields).filter(({ type }) => type === 'SelectMulti')
  const sources = lists.flatMap(({ source }) => source ?? [])
  const [form] = await Promise.all([fetchForm(url, signal), ...sources.map(prefetchChoices)])
  const asked = Object.entries(known).filter(([name]) => name in action.fields)
  const values = { ...form.values, ...Object.fromEntries(asked) }
  return { stamp: crypto.randomUUID(), url, action, form: { ...form, values } }
}

/**
 * Returns true if the form has nothing but checkboxes: it is shown as a confirmation in the middle of the
 * screen.
 */
const isConfirmation = ({ action, form }: Opened): boolean =>
  form.steps.length === 0 &&
  Object.values(action.fields).every(
    field => field.storage === 'drop' && (field.type === 'Checkbox' || field.type === 'YesNo'),
  )

const NAMED: readonly unknown[] = ['project', 'requirement', 'participation', 'agentAuthority']

/**
 * Title of the panel. On a page about many records it contains the name of the one it is about; otherwise
 * that name is below.
 */
const titleOn = (
  pathname: string,
  open: OpenAction,
  { url, form: { title, subject } }: Opened,
): { title: string; about?: string } => {
  // The previous form stays until the next one is loaded, and the page may already be that of the next.
  if (url !== formUrl(open) || typeof subject.name !== 'string' || !NAMED.includes(kindOfPath(open.on)))
    return { title }
  return pathname.includes(String(subject.id))
    ? { title, about: subject.name }
    : { title: `${title}: ${subject.name}` }
}

/**
 * In the queue the subject of the decision is not visible, so this links to its page in another tab; the form
 * stays.
 */
const LookAt = ({ open, subject: { id } }: { open: OpenAction; subject: FormFromServer['subject'] }) => {
  const kind = kindOfPath(open.on)
  const page = typeof id === 'string' && kind ? addressIn(kind, { id }) : null
  return (
    page && (
      <p className="look-at">
        <a href={page} target="_blank" rel="noreferrer">
          Open it in a new tab
        </a>
      </p>
    )
  )
}

/**
 * Returns the focus, after the panel has closed, to where the reader opened it, or else to the beginning of
 * the page.
 */
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

/** Panel of the open action: it is fetched, shown and submitted; then comes the next step, or the page. */
export const ActionPanel = ({
  open,
  show,
  close,
  stay,
}: {
  open: OpenAction
  show: (next: OpenAction) => void
  close: () => void
  /** Removes the finished action from the address while its result stays visible. */
  stay: (open: OpenAction) => void
}) => {
  useFocusBack()
  const navigate = useNavigate()
  const unsent = useRef<OpenActionForm['unsent']>(null)
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const made = useRef<Resource | null>(null)
  const [isGuarding, setGuarding] = useState(false)
  const [wasDone, setWasDone] = useState<{
    of: string
    done: ActionResult
    rehearsal: ActionPreview | null
  } | null>(null)
  const query = useQuery({
    queryKey: ['form', formUrl(open)],
    queryFn: ({ signal }) => fetchOpened(open, signal, prefilledAnswers(state)),
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
    const page = made.current && pageAfterAction(made.current)
    if (page) void navigate(page)
    else close()
  }
  const tryToLeave = () => {
    if (isAtRisk(unsent.current)) return setGuarding(true)
    if (unsent.current) toast('success', DRAFT_SAVED_ON_CLOSE_TEXT)
    leave()
  }
  const goAway = () => {
    setGuarding(false)
    unsent.current = null
    if (blocker.state === 'blocked') blocker.proceed()
    else leave()
  }
  const discard = () => {
    void unsent.current?.discard().catch(() => toast('error', DRAFT_NOT_DISCARDED_TEXT))
    goAway()
  }
  const keep = () => {
    setGuarding(false)
    if (blocker.state === 'blocked') blocker.reset()
  }

  const messageOf = ({ message }: ActionResult) => message || succeededText(query.data?.form.title ?? '')
  const onDone = (done: ActionResult, rehearsal: ActionPreview | null) => {
    unsent.current = null
    // A record that was created on a list or for an organisation has its own page to go to.
    if (done.context && done.context.links.self !== `/api/${open.on}`) made.current = done.context
    const page = done.context && pageAfterAction(done.context)
    if (done.page) void navigate(done.page, { replace: true })
    else if (done.nextAction && page && page !== pathname)
      // The next steps continue on the page of the created record, so that a reload finds it.
      void navigate(openActionAddress(page, parseActionLink(done.nextAction)), { replace: true })
    else if (done.nextAction) show(parseActionLink(done.nextAction))
    else if (pathname === QUEUE) {
      setLastAction({ message: messageOf(done), action: open.id, context: done.context })
      setTimeout(leave, CLOSE_DELAY)
    } else if (query.data?.form.binds || done.proposal !== undefined) {
      setWasDone({ of: formUrl(open), done, rehearsal })
      stay(open)
    } else {
      toast('success', messageOf(done))
      setTimeout(leave, CLOSE_DELAY)
    }
  }
  const onUnsent = useCallback((what: OpenActionForm['unsent']) => {
    unsent.current = what
  }, [])

  if (query.error && !query.isFetching)
    return (
      <PanelFrame title={FORM_NOT_OPENED_TITLE} isConfirmation onClose={leave}>
        <div className="panel-body">
          <LoadingError error={query.error} retry={() => void query.refetch()} />
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
          page={made.current && pageAfterAction(made.current)}
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
          <LastActionLine />
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
          else show(parseActionLink(previous))
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
