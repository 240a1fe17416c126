/** Light and shadow, the same for every board and piece: it comes from above, a little from the left. */

import { svg } from '../../vendor/lit-html.js';

/** @param {number} offset @param {string} colour @param {number} opacity */
const stop = (offset, colour, opacity) =>
  svg`<stop offset=${offset} stop-color=${colour} stop-opacity=${opacity}></stop>`;

export const light = svg`<defs>
  <radialGradient id="hollow" cx="0.53" cy="0.62" r="0.64">
    ${stop(0, '#fff', 0.12)}${stop(0.5, '#fff', 0.02)}${stop(0.72, '#2a1604', 0.06)}${stop(1, '#2a1604', 0.5)}
  </radialGradient>
  <linearGradient id="rim" x1="0.2" y1="0" x2="0.7" y2="1">
    ${stop(0, '#2a1604', 0.38)}${stop(0.45, '#2a1604', 0.05)}${stop(0.6, '#fff', 0.15)}${stop(1, '#fff', 0.85)}
  </linearGradient>
  <linearGradient id="tile" x1="0" y1="0" x2="0.4" y2="1">
    ${stop(0, '#fff', 0.24)}${stop(0.5, '#fff', 0)}${stop(1, '#2a1604', 0.1)}
  </linearGradient>
  <linearGradient id="eave" x1="0" y1="0" x2="0" y2="1">
    ${stop(0, '#2a1604', 0.34)}${stop(0.012, '#2a1604', 0.1)}${stop(0.03, '#2a1604', 0)}
  </linearGradient>
  <linearGradient id="eave-side" x1="0" y1="0" x2="1" y2="0">
    ${stop(0, '#2a1604', 0.26)}${stop(0.01, '#2a1604', 0.07)}${stop(0.022, '#2a1604', 0)}
  </linearGradient>
  <radialGradient id="lamp" cx="0.36" cy="0.26" r="0.95">
    ${stop(0, '#fff8e6', 0.5)}${stop(0.55, '#fff8e6', 0.08)}${stop(1, '#3a2408', 0.15)}
  </radialGradient>
  <radialGradient id="glow" cx="0.36" cy="0.26" r="0.95">
    ${stop(0, '#ffd9a0', 0.2)}${stop(0.5, '#ffd9a0', 0.02)}${stop(1, '#120702', 0.34)}
  </radialGradient>
  <radialGradient id="shadow">
    ${stop(0, '#140a02', 0.62)}${stop(0.55, '#140a02', 0.34)}${stop(1, '#140a02', 0)}
  </radialGradient>
  <radialGradient id="halo">
    ${stop(0.5, '#ffc64a', 1)}${stop(0.74, '#ffab1f', 0.85)}${stop(1, '#ff9800', 0)}
  </radialGradient>
  <linearGradient id="turned" x1="0" y1="0" x2="1" y2="0">
    ${stop(0, '#000', 0.42)}${stop(0.2, '#000', 0.1)}${stop(0.34, '#fff', 0.42)}${stop(0.46, '#fff', 0.08)}
    ${stop(0.72, '#000', 0.14)}${stop(1, '#000', 0.52)}
  </linearGradient>
  <radialGradient id="ball" cx="0.36" cy="0.3" r="0.78">
    ${stop(0, '#fff', 0.85)}${stop(0.2, '#fff', 0.32)}${stop(0.52, '#000', 0)}${stop(1, '#000', 0.55)}
  </radialGradient>
  <radialGradient id="dome" cx="0.34" cy="0.26" r="0.86">
    ${stop(0, '#fff', 0.6)}${stop(0.28, '#fff', 0.16)}${stop(0.6, '#000', 0.02)}${stop(1, '#000', 0.42)}
  </radialGradient>
  <linearGradient id="foot" x1="0.2" y1="0" x2="0.75" y2="1">
    ${stop(0, '#fff', 0.5)}${stop(0.4, '#fff', 0.02)}${stop(1, '#000', 0.5)}
  </linearGradient>
  <linearGradient id="bone" x1="0.1" y1="0" x2="0.8" y2="1">
    ${stop(0, '#fffdf5', 1)}${stop(0.55, '#f6ecd4', 1)}${stop(1, '#d9c59b', 1)}
  </linearGradient>
  <linearGradient id="stick" x1="0" y1="0" x2="0" y2="1">
    ${stop(0, '#fff9ea', 1)}${stop(0.45, '#f1e2c0', 1)}${stop(1, '#bf9f66', 1)}
  </linearGradient>
  <pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse">
    <path d="M0 2h4M4 6h4" stroke="#fff" stroke-opacity=".10" stroke-width="2.4"></path>
    <path d="M2 4v4M6 0v4" stroke="#000" stroke-opacity=".12" stroke-width="2.4"></path>
  </pattern>
  <pattern id="linen" width="6" height="6" patternUnits="userSpaceOnUse">
    <path d="M0 1.5h6M0 4.5h6" stroke="#7a5a2a" stroke-opacity=".05" stroke-width="1"></path>
    <path d="M1.5 0v6M4.5 0v6" stroke="#fff" stroke-opacity=".07" stroke-width="1"></path>
  </pattern>
  <pattern id="grain" width="260" height="46" patternUnits="userSpaceOnUse">
    <path d="M0 6C60 1 130 12 260 6M0 17c80 7 160-6 260 0M0 29c50-6 170 7 260 0M0 40c90 5 190-5 260 0" fill="none"
      stroke="#1c0d02" stroke-opacity=".13" stroke-width="2.2"></path>
    <path d="M0 11c70 4 150-5 260 0M0 34c60 4 150-4 260 0" fill="none" stroke="#fff" stroke-opacity=".05"
      stroke-width="2"></path>
  </pattern>
</defs>`;
