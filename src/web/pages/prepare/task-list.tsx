import { useId } from 'react'
import { Link } from 'react-router'
import type { Preparation, PreparationTask } from '#contract/project/preparation'
import { checkPageAddress, type PreparedKind } from '#contract/nouns/registration'
import { showDay } from '@credit-market/values/dates'
import { toneClass } from '#look/status'
import { Notice } from '../../parts/page/notice.tsx'
import { Templates } from '../../parts/documents.tsx'
import { Section } from '../../parts/section.tsx'
import {
  CHECK_AND_REGISTER_LABEL,
  isTooLateToRegister,
  listRequiredTasks,
  listUnfinishedTasks,
} from './next-step.ts'
import './prepare.css'

const STATES: Record<PreparationTask['state'], { label: string; className: string }> = {
  done: { label: 'Done', className: toneClass('good') },
  'to do': { label: 'To do', className: toneClass('info') },
  optional: { label: 'Optional', className: '' },
  'cannot start yet': { label: 'Cannot start yet', className: toneClass('quiet') },
}

const State = ({ id, state }: { id: string; state: PreparationTask['state'] }) => (
  <span id={id} className={`task-state ${STATES[state].className}`}>
    {STATES[state].label}
  </span>
)

const TaskItem = ({ task }: { task: PreparationTask }) => {
  const state = useId()
  const { title, purpose, action, on, missing, why, templates } = task
  return (
    <li className="task">
      <div className="task-text">
        {action ? (
          <Link
            className="task-title"
            to={`?action=${action}&subject=${on.kind}/${on.id}`}
            preventScrollReset
            aria-describedby={state}
            data-action={action}
          >
            {title}
          </Link>
        ) : (
          <span className="task-title">{title}</span>
        )}
        {purpose && <p className="quiet">{purpose}</p>}
        {why && <p>{why}.</p>}
        {missing.length > 0 && !why && (
          <ul className="task-missing">
            {missing.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {templates.length > 0 && <Templates templates={templates} />}
      </div>
      <State id={state} state={task.state} />
    </li>
  )
}

/** Obstacles that are removed elsewhere, with who removes them. */
const Blockings = ({ blockedBy }: Pick<Preparation['registering'], 'blockedBy'>) => (
  <ul className="task-missing">
    {blockedBy.map(({ text, whose, on, action }) => (
      <li key={text + action}>
        {whose === 'you' ? (
          <Link to={`?action=${action}&subject=${on.kind}/${on.id}`} preventScrollReset data-action={action}>
            {text}: do this now
          </Link>
        ) : (
          `${text}: waiting for ${whose}`
        )}
      </li>
    ))}
  </ul>
)

const windowText = ({ start, end }: Preparation['registering']): string | null =>
  start && end ? `The registration window is from ${showDay(start)} to ${showDay(end)}.` : null

/** Tasks before registration, with the progress of each; checking all answers is the last. */
export const TaskList = ({
  of: { id, kind },
  preparation,
}: {
  of: { id: string; kind: PreparedKind }
  preparation: Preparation
}) => {
  const state = useId()
  const { tasks, registering } = preparation
  const needed = listRequiredTasks(preparation)
  const left = listUnfinishedTasks(preparation)
  const { why } = registering
  // Shown before the tasks, so that no one does them in vain.
  const isOver = isTooLateToRegister(preparation)
  return (
    <Section
      heading="What to do"
      aside={
        <span className="quiet">
          {needed.length - left.length} of {needed.length} tasks done
        </span>
      }
    >
      {isOver && why !== null && (
        <Notice tone="warn">
          <p>{why}.</p>
        </Notice>
      )}
      <ol className="task-list">
        {tasks.map(task => (
          <TaskItem key={task.id} task={task} />
        ))}
        <li className="task">
          <div className="task-text">
            {left.length === 0 ? (
              <Link className="task-title" to={checkPageAddress(kind, { id })} aria-describedby={state}>
                {CHECK_AND_REGISTER_LABEL}
              </Link>
            ) : (
              <span className="task-title">{CHECK_AND_REGISTER_LABEL}</span>
            )}
            <p className="quiet">
              Check everything on one page, then agree to the declarations and sign once.{' '}
              {windowText(registering)}
            </p>
            {why && !isOver && <p>{why}.</p>}
            {registering.blockedBy.length > 0 && <Blockings blockedBy={registering.blockedBy} />}
          </div>
          <State id={state} state={registering.state} />
        </li>
      </ol>
      <p className="quiet small">Your answers are saved. You can continue later, or on another device.</p>
    </Section>
  )
}
