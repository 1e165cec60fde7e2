import { Suspense } from 'react'
import { fetched } from '../shell/chunk.ts'
import { ButtonToCome } from './button-to-come.tsx'
import type { LinkMenuProps } from './menu-of-links.tsx'

const MenuOfLinks = fetched(async () => (await import('../shell/later.ts')).MenuOfLinks)

/** A button that unfolds a menu of links. What unfolds it brings much along, so no page waits for that. */
export const LinkMenu = (props: LinkMenuProps) => (
  <Suspense fallback={<ButtonToCome className={props.buttonClass ?? 'button'}>{props.button}</ButtonToCome>}>
    <MenuOfLinks {...props} />
  </Suspense>
)
