import { ChevronDownIcon } from '../icons/icons.tsx'
import { Link, useLocation } from 'react-router'
import { isPublicPage } from '#contract/public/public-pages'
import type { AvailableAction, Resource } from '#contract/kit/resource'
import { LinkMenu } from './menu/menu.tsx'
import { SiteLink } from './menu/site-link.tsx'
import { stepBeforeActionText, notPossibleText, notYetPossibleText } from './messages.ts'

/**
 * Actions listed in menus. The others can be run, too, but another action is offered in their place.
 */
export const menuActions = (actions: readonly AvailableAction[]): AvailableAction[] =>
  actions.filter(({ offMenu }) => !offMenu)

/**
 * Returns a function that builds the address of an action's form on this page, for the page's subject or the
 * one named.
 */
const useActionAddress = () => {
  const { pathname, search } = useLocation()
  return (action: AvailableAction, self?: string): string => {
    if (action.navigatesTo) return action.navigatesTo
    const params = new URLSearchParams(search)
    params.set('action', action.id)
    if (self) params.set('subject', self.replace(/^\/api\//, ''))
    else params.delete('subject')
    return `${pathname}?${params.toString().replaceAll('%2F', '/')}`
  }
}

/**
 * Explains why an action is not possible yet, with the step that helps or the place that says when it will be
 * possible.
 */
const noteOf = ({ missing, helpedBy }: AvailableAction): string => {
  const help =
    helpedBy && (isPublicPage(helpedBy.link) ? helpedBy.label : stepBeforeActionText(helpedBy.label))
  return notYetPossibleText(missing ?? '', help)
}

const isOpen = ({ missing }: AvailableAction): boolean => missing === undefined

/**
 * Available actions: the first ones as buttons, the others in a menu, which ends with the actions that are
 * not possible yet, each with its reason and a link to the step that helps. Pass `self` if the actions belong
 * to something other than the page's subject.
 */
export const ActionBar = ({
  actions: all,
  self,
  known,
  first = 2,
  primary = true,
}: {
  actions: readonly AvailableAction[]
  self?: string
  /** Answers that the page already knows. */
  known?: object
  first?: number
  primary?: boolean
}) => {
  const addressOf = useActionAddress()
  const actions = menuActions(all)
  if (actions.length === 0) return null
  const open = actions.filter(isOpen)
  const buttons = first > 0 && actions.length <= first + 1 ? open : open.slice(0, first)
  const others = [...open.slice(buttons.length), ...actions.filter(action => !isOpen(action))]
  return (
    <div className="action-bar">
      {buttons.map((action, at) => (
        <Link
          key={action.id}
          className={at === 0 && primary ? 'button button-primary' : 'button'}
          to={addressOf(action, self)}
          state={known && { known }}
          preventScrollReset
          data-action={action.id}
        >
          {action.label}
        </Link>
      ))}
      {others.length > 0 && (
        <ActionMenu label={buttons.length > 0 ? 'More actions' : 'Actions'} actions={others} self={self} />
      )}
    </div>
  )
}

/** Actions in a menu, for table rows and for actions that do not fit in the bar. */
const ActionMenu = ({
  label,
  actions,
  self,
  small = false,
}: {
  label: string
  actions: readonly AvailableAction[]
  self?: string
  small?: boolean
}) => {
  const addressOf = useActionAddress()
  if (actions.length === 0) return null
  return (
    <LinkMenu
      align="end"
      buttonClass={small ? 'button button-small' : 'button'}
      button={
        <>
          {label}
          <ChevronDownIcon aria-hidden="true" />
        </>
      }
      links={actions.map(action =>
        isOpen(action)
          ? {
              to: addressOf(action, self),
              label: action.label,
              preventScrollReset: true,
              'data-action': action.id,
            }
          : {
              to: action.helpedBy?.link,
              label: action.label,
              note: noteOf(action),
              preventScrollReset: true,
            },
      )}
    />
  )
}

/** The actions of a resource that is shown on a page about something else. */
export const ResourceActions = ({ resource, label = 'Actions' }: { resource: Resource; label?: string }) => (
  <ActionMenu small label={label} actions={menuActions(resource.actions)} self={resource.links.self} />
)

/**
 * Button at the end of an empty state. If it cannot be pressed yet, the reason and the step that helps are
 * shown.
 */
export const EmptyStateAction = ({
  action,
  self,
  known,
  before,
}: {
  action: AvailableAction | undefined
  self?: string
  /** Sentence about the step that comes before, in place of the reason why the action is not possible. */
  before?: string
  /** Answers that the page already knows. */
  known?: object
}) => {
  const addressOf = useActionAddress()
  if (!action) return null
  if (isOpen(action))
    return (
      <Link
        className="button button-primary"
        to={addressOf(action, self)}
        state={known && { known }}
        preventScrollReset
        data-action={action.id}
      >
        {action.label}
      </Link>
    )
  return (
    <>
      <p>{(action.helpedBy && before) || notPossibleText(action.label, action.missing ?? '')}</p>
      {action.helpedBy && (
        <SiteLink className="button button-primary" to={action.helpedBy.link} preventScrollReset>
          {action.helpedBy.label}
        </SiteLink>
      )}
    </>
  )
}
