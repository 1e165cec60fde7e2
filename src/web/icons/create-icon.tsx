import type { ReactElement, ReactNode, SVGProps } from 'react'

/** A component that draws an icon; `size` is its width and height in pixels, where no style sets them. */
export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement

/** Returns the component for shapes on a square of 24 units, drawn as lines in the colour of the text. */
export const createIcon =
  (shapes: ReactNode): Icon =>
  ({ size = 24, ...attributes }) => (
    <svg
      className="lucide"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...attributes}
    >
      {shapes}
    </svg>
  )
