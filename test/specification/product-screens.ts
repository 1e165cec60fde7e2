import type { ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { CHALLENGES } from '#contract/people/account'
import { USER_GROUPS, type UserGroup } from '#domain/people/user'
import { ROUTES } from '../../src/web/routes.tsx'
import { RoleGuard, SignInGuard } from '../../src/web/shell/guards.tsx'
import { menuOfRole, visitorMenu, type MenuEntry } from '../../src/web/shell/menus.ts'
import { signInStepPage } from '../../src/web/sign-in/challenges.ts'
import type { ProductTableData } from './table.ts'

const isElement = (value: unknown): value is ReactElement<{ roles?: readonly UserGroup[] }> =>
  typeof value === 'object' && value !== null && 'props' in value

/** The readers for whom a guard opens its pages. */
const letIn = ({ element }: RouteObject, before: string): string => {
  if (!isElement(element)) return before
  if (element.type === SignInGuard) return 'whoever has signed in'
  return element.type === RoleGuard ? (element.props.roles ?? []).join(', ') : before
}

const pagesIn = (routes: readonly RouteObject[], base: string, who: string): [string, { Who: string }][] =>
  routes.flatMap(route => {
    const path = `${base}/${route.path ?? ''}`.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    const readers = letIn(route, who)
    return route.children
      ? pagesIn(route.children, path, readers)
      : [[path.replaceAll(/:(\w+\??)/g, '{$1}'), { Who: readers }]]
  })

/** Every page, and its readers. */
export const pagesOfProduct: ProductTableData = new Map(pagesIn(ROUTES, '', 'anyone'))

const entriesIn = (entries: readonly MenuEntry[]): (readonly [label: string, to: string])[] =>
  entries.flatMap(entry =>
    'links' in entry
      ? entry.links.map(({ label, to }) => [`${entry.label}: ${label}`, to] as const)
      : [[entry.label, entry.to] as const],
  )

const menuLines = (whose: string, entries: readonly MenuEntry[]) =>
  entriesIn(entries).map(
    ([label, to], at) => [`${whose} ${label}`, { Place: String(at + 1), 'Leads to': to }] as const,
  )

/** Every entry of every menu. */
export const menusOfProduct: ProductTableData = new Map([
  ...USER_GROUPS.flatMap(group => menuLines(group, menuOfRole(group))),
  ...menuLines('visitor', visitorMenu(true)),
])

/** The page of every possible step of signing in. */
export const stepsOfProduct: ProductTableData = new Map(
  CHALLENGES.map(step => [step, { Page: signInStepPage(step) }]),
)
