import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { MultiPolygon, SiteView } from '#contract/site-boundary'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import './site-section.css'

const SYSTEMS = { 'EPSG:27700': 'British National Grid (EPSG:27700)', 'EPSG:4326': 'WGS 84 (EPSG:4326)' }

const hectaresText = (hectares: number): string =>
  `${hectares.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 })} ha`

/** The shape of the site, north up: longitudes are drawn as much narrower as they are there. */
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

/** The site of a project or a development: its shape, its area beside what services take up, and for the operator whose land it shares. */
export const SiteSection = ({ site, boundary }: { site: SiteView; boundary: MultiPolygon }) => (
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
        <p>The same ground is within the boundaries of other projects:</p>
        <ul>
          {site.overlaps.map(({ project, supplier, hectares }) => (
            <li key={project.id}>
              <Link to={`/projects/${project.id}`}>{project.name}</Link> of {supplier.name}:{' '}
              {hectaresText(hectares)}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    <SitePicture boundary={boundary} />
    <KeyValues
      as="list"
      facts={[
        ['Area', hectaresText(site.hectares)],
        ...site.claimed.map(({ creditType, hectares }): [string, string] => [
          `Taken up for ${CREDIT_TYPE_LABELS[creditType]}`,
          hectaresText(hectares),
        ]),
        ['Corners', site.corners.toLocaleString('en-GB')],
        ['Given as', site.system === null ? 'Corners' : SYSTEMS[site.system]],
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
    <p className="quiet small">The area is worked out flat on the National Grid.</p>
  </Section>
)
