// SPDX-License-Identifier: Apache-2.0
//
// Where routers are on the map, in lengths of a link. X-mesh, mesh and torus are drawn in squares; of a hexagonal mesh each
// row is shifted against the next one by half a link; the rows of a tree are its levels, those of a graph how far it is
// from router 0, and links go wherever they lead.
const LINE = Math.sqrt(3) / 2

const square = { steps: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]], place: (row, col) => ({ x: col, y: row }) }
const hexagon = (edge) => ({
  steps: [[1, 0], [0.5, LINE], [-0.5, LINE], [-1, 0], [-0.5, -LINE], [0.5, -LINE]],
  place: (row, col) => ({ x: col + Math.abs(row - (edge - 1)) / 2, y: row * LINE }),
})

// Rows of a graph are centred, and every other router is a little lower, so that links along a row are seen.
const layers = (rows) => {
  const lengths = rows.reduce((counts, row) => counts.set(row, (counts.get(row) ?? 0) + 1), new Map())
  const longest = Math.max(...lengths.values())
  return { place: (row, col) => ({ x: col + (longest - lengths.get(row)) / 2, y: row + (col % 2) * 0.3 }) }
}

// The routers of a run, each with its row and column: the nodes, where every one is a router with its PE.
export const routersOf = (run) => run.tables.routers ?? run.tables.nodes

// places: of all routers; width, height: of the map; link: how one goes on the map, and whether it leaves it on one side
// and comes back in on another; beside: the router in the direction of an arrow key.
export function mapOf(run) {
  const { edge, levels, graph } = run.results.fabric
  const { row, col } = routersOf(run)
  const { steps, place } = edge ? hexagon(edge) : graph ? layers(row) : square
  const places = row.map((_, node) => place(row[node], col[node]))
  const largest = (axis) => Math.max(...places.map((p) => p[axis]))
  const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y)

  function link([node, port, to]) {
    const from = places[node]
    if (levels || graph) return { from, to: places[to], dx: places[to].x - from.x, dy: places[to].y - from.y, wraps: false }
    const [dx, dy] = steps[port]
    return { from, to: places[to], dx, dy, wraps: far({ x: from.x + dx, y: from.y + dy }, places[to]) > 0.5 }
  }
  function beside(node, key) {
    const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? []
    if (dx === undefined) return undefined
    const aim = row.map((_, n) => n).filter((n) => row[n] === row[node] + dy && n !== node)
      .map((n) => [Math.abs(places[n].x - places[node].x - dx), n]).sort((a, b) => a[0] - b[0])[0]
    return aim && aim[0] < 1 ? aim[1] : undefined
  }
  return { places, width: largest('x'), height: largest('y'), link, beside }
}
