import { useId } from 'react'
import { Link } from 'react-router'
import type { Preparation, Task } from '#contract/preparation'
import { checkAddress, type Prepared } from '#contract/registration'
import { showDay } from '#domain/dates'
import { Notice } from '../../parts/notice.tsx'
import { Templates } from '../../parts/templates.tsx'
import { Section } from '../../parts/section.tsx'
import { CHECKING, isTooLate, neededTasks, tasksLeft } from './next-step.ts'
import './prepare.css'

const STATES: Record<Task['state'], string> = {
  done: 'Done',
  'to do': 'To do',
  optional: 'Optional',
  'cannot start yet': 'Cannot start yet',
}

const State = ({ id, state }: { id: string; state: Task['state'] }) => (
  <span id={id} className="task-state" data-state={state}>
    {STATES[state]}
  </span>
)

const TaskItem = ({ task }: { task: Task }) => {
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

/** What is in the way that is done elsewhere, and who takes it away. */
const Blockings = ({ blockedBy }: Pick<Preparation['registering'], 'blockedBy'>) => (
  <ul className="task-missing">
    {blockedBy.map(({ text, whose, on, action }) => (
      <li key={text + action}>
        {whose === 'you' ? (
          <Link to={`?action=${action}&subject=${on.kind}/${on.id}`} preventScrollReset data-action={action}>
            {text}: do this now
          </Link>
        ) : (
          `${text}: this waits for ${whose}`
        )}
      </li>
    ))}
  </ul>
)

const windowText = ({ start, end }: Preparation['registering']): string | null =>
  start && end ? `The registration window is from ${showDay(start)} to ${showDay(end)}.` : null

/** What there is to do before a thing can be registered, with how far each task has come; checking all answers is the last. */
export const TaskList = ({
  of: { id, kind },
  preparation,
}: {
  of: { id: string; kind: Prepared }
  preparation: Preparation
}) => {
  const state = useId()
  const { tasks, registering } = preparation
  const needed = neededTasks(preparation)
  const left = tasksLeft(preparation)
  const { why } = registering
  // Said before the tasks, so that nobody does them for nothing.
  const isOver = isTooLate(preparation)
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
              <Link className="task-title" to={checkAddress(kind, { id })} aria-describedby={state}>
                {CHECKING}
              </Link>
            ) : (
              <span className="task-title">{CHECKING}</span>
            )}
            <p className="quiet">
              Everything on one page, then the declarations and one signature. {windowText(registering)}
            </p>
            {why && !isOver && <p>{why}.</p>}
            {registering.blockedBy.length > 0 && <Blockings blockedBy={registering.blockedBy} />}
          </div>
          <State id={state} state={registering.state} />
        </li>
      </ol>
      <p className="quiet small">What you save is kept. You can go on later, or on another device.</p>
    </Section>
  )
}
