/** The picture beside the sign-in form: a shelf of toys in the shop's colours. */
export function Toys() {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: decoration, hidden by the element around it.
    <svg viewBox="0 0 600 620" preserveAspectRatio="xMidYMax slice">
      <rect width="600" height="620" fill="var(--navy)" />
      <circle cx="440" cy="148" r="64" fill="var(--toy-sun)" />
      <g stroke="var(--toy-sun)" strokeWidth="12" strokeLinecap="round">
        <path d="M440 54v-16M440 258v-16M350 148h-16M546 148h-16M376 84l-11-11M515 223l-11-11M504 84l11-11M365 223l11-11" />
      </g>
      <g fill="var(--on-color)" opacity=".1">
        <circle cx="90" cy="190" r="46" />
        <circle cx="142" cy="176" r="58" />
        <circle cx="200" cy="196" r="42" />
        <rect x="70" y="190" width="150" height="50" rx="25" />
      </g>
      <rect y="520" width="600" height="100" fill="var(--azul)" />
      <rect y="520" width="600" height="12" fill="var(--azul-ring)" />
      <g>
        <rect x="64" y="424" width="96" height="96" rx="14" fill="var(--toy-red)" />
        <rect x="166" y="424" width="96" height="96" rx="14" fill="var(--toy-green)" />
        <rect x="115" y="322" width="96" height="96" rx="14" fill="var(--toy-sun)" />
        <g fill="var(--on-color)" fontFamily="var(--heading)" fontWeight="800" fontSize="56" textAnchor="middle">
          <text x="112" y="492">
            A
          </text>
          <text x="214" y="492">
            B
          </text>
          <text x="163" y="390" fill="var(--ink)">
            C
          </text>
        </g>
      </g>
      <g>
        <path
          d="M318 410c0-62 44-92 104-92s96 34 106 84c26 4 38 18 38 42v30c0 12-8 20-20 20H318c-14 0-22-8-22-22v-22c0-22 6-36 22-40z"
          fill="var(--toy-pink)"
        />
        <path d="M348 404c6-36 30-54 66-54v54zM430 350c36 2 58 20 66 54h-66z" fill="var(--azul-soft)" />
        <g fill="var(--ink)">
          <circle cx="362" cy="490" r="34" />
          <circle cx="500" cy="490" r="34" />
        </g>
        <g fill="var(--on-color)">
          <circle cx="362" cy="490" r="14" />
          <circle cx="500" cy="490" r="14" />
        </g>
      </g>
    </svg>
  )
}
