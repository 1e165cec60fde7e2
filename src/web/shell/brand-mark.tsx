import { brand } from './brand.ts'

/** The product's mark, two leaves changing places, or the logo in its place. */
export const BrandMark = () =>
  brand.logo ? (
    <img className="brand-mark" src={brand.logo} alt="" />
  ) : (
    <svg className="brand-mark" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M3 14C3 7 8 3 16 3c0 8-5 11-13 11z" fill="currentColor" />
      <path d="M23 12c0 7-5 11-13 11 0-8 5-11 13-11z" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
