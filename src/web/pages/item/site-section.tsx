import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { MultiPolygon, SiteSummary } from '#contract/kit/site-boundary'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { hectaresText } from '../../parts/texts.ts'
import { showNumber } from '../../parts/values/amounts.tsx'
import './site-section.css'

const SYSTEMS = { 'EPSG:27700': 'British National Grid (EPSG:27700)', 'EPSG:4326': 'WGS 84 (EPSG:4326)' }

/** Shape of the site, north up. Longitudes are scaled to the site's latitude. */
const SitePicture = ({ boundary }: { boundary: MultiPolygon }) => {
  const points = boundary.coordinates.flat(2)
  const longitudes = points.map(([x]) => x)
  const latitudes = points.map(([, y]) => y)
  const [west, north] = [Math.min(...longitudes), Math.max(...latitudes)]
  const narrow = Math.cos((north * Math.PI) / 180)
  const height = north - Math.min(...latitudes)
  const width = (Math.max(...longitudes) - west) * narrow
  const scale = 100 / Math.max(width, height)
  const lines = boundary.coordinates.flatMap(area =>
    area.map(
      ring =>
        `M${ring.map(([x, y]) => `${((x - west) * narrow * scale).toFixed(2)} ${((north - y) * scale).toFixed(2)}`).join('L')}Z`,
    ),
  )
  return (
    <svg
      className="site-picture"
      viewBox={`-2 -2 ${(width * scale + 4).toFixed(2)} ${(height * scale + 4).toFixed(2)}`}
      role="img"
      aria-label="The shape of the site, north at the top"
    >
      <path d={lines.join('')} fillRule="evenodd" />
    </svg>
  )
}

const SiteFacts = ({ site }: { site: SiteSummary }) => (
  <>
    <KeyValues
      as="list"
      facts={[
        ['Area', hectaresText(site.hectares)],
        ...site.claimed.map(({ creditType, hectares }): [string, string] => [
          `Area used for ${CREDIT_TYPE_LABELS[creditType]}`,
          hectaresText(hectares),
        ]),
        ['Corners', showNumber(site.corners)],
        ['Entered as', site.system === null ? 'Corners' : SYSTEMS[site.system]],
        [
          'File',
          site.file ? (
            <a key="file" href={site.file.links.self} download>
              {site.file.name}
            </a>
          ) : undefined,
        ],
      ]}
    />
    <p className="quiet small">We calculate the area on the flat map of the National Grid.</p>
  </>
)

/**
 * Site of a project or development: its shape, its area next to the area that services use, and for the
 * operator the sites that it overlaps.
 */
export const SiteSection = ({
  site,
  boundary,
  isFolded,
}: {
  site: SiteSummary
  boundary: MultiPolygon
  /** Folds what is not seen in the picture. */
  isFolded: boolean
}) => (
  <Section heading="Site boundary">
    {site.warnings.length > 0 && (
      <Notice tone="warn">
        {site.warnings.map(text => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    )}
    {site.overlaps.length > 0 && (
      <Notice tone="warn">
        <p>The boundaries of these projects overlap this one:</p>
        <ul>
          {site.overlaps.map(({ project, supplier, hectares }) => (
            <li key={project.id}>
              <Link to={`/projects/${project.id}`}>{project.name}</Link>, {supplier.name}:{' '}
              {hectaresText(hectares)}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    <SitePicture boundary={boundary} />
    {isFolded ? (
      <details className="named-list">
        <summary>{hectaresText(site.hectares)}</summary>
        <SiteFacts site={site} />
      </details>
    ) : (
      <SiteFacts site={site} />
    )}
  </Section>
)
