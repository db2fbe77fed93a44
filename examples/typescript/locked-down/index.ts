import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

// Where the runner goes. Set these with `pulumi config set <key> <value>`.
const config = new pulumi.Config();
// The identifier of the runner, chosen by you and unique in your organization.
const runnerId = config.require("runnerId");
// The UUID of the CKS cluster that hosts it, and the zone of that cluster.
const clusterId = config.require("clusterId");
const zone = config.require("zone");
// The addresses that clients come from, such as 203.0.113.0/24.
const officeCidr = config.require("officeCidr");
// The DNS name of the runner's own endpoint.
const hostname = config.require("hostname");

const runner = new coreweave.ManagedRunner("runner", {
    runnerId: runnerId,
    clusterId: clusterId,
    zone: zone,
    displayName: "Locked down",

    spec: {
        releaseChannel: coreweave.ReleaseChannel.Stable,
        enforceResourceLimits: true,

        // Clients reach sandboxes through a load balancer inside the network, and from the office
        // only.
        dataPlane: {
            loadBalancer: {
                scope: coreweave.RunnerDataPlaneServiceScope.Private,
                externalTrafficPolicy: coreweave.RunnerDataPlaneExternalTrafficPolicy.Local,
                sourceRanges: [officeCidr],
                hostname: hostname,
            },
        },

        overrides: {
            // The runtime classes of sandboxes without and with GPUs.
            cpuRuntimeClass: "kata",
            gpuRuntimeClass: "kata-nvidia",

            // The runner's own pods: on amd64 nodes, and on different ones where possible.
            affinity: {
                nodeAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: {
                        nodeSelectorTerms: [
                            {
                                matchExpressions: [
                                    {
                                        key: "kubernetes.io/arch",
                                        operator: coreweave.NodeSelectorOperator.In,
                                        values: ["amd64"],
                                    },
                                ],
                            },
                        ],
                    },
                },
                podAntiAffinity: {
                    preferredDuringSchedulingIgnoredDuringExecution: [
                        {
                            weight: 100,
                            podAffinityTerm: {
                                topologyKey: "kubernetes.io/hostname",
                                labelSelector: {
                                    matchLabels: { "app.kubernetes.io/name": "sandbox-runner" },
                                },
                            },
                        },
                    ],
                },
            },
        },
    },

    policy: {
        displayName: "Locked down",
        constraints: {
            image: {
                allowedRegistries: ["registry.example.com/"],
            },

            network: {
                // The envelope: no sandbox gets more than this, whatever it asks for.
                allowedEgress: [
                    // HTTPS by name, with an exception.
                    {
                        httpsHostname: "*.example.com",
                        httpsHostnameExcept: ["internal.example.com"],
                    },
                    // Databases in the private network, without the networks of the cluster itself.
                    {
                        cidr: { cidr: "10.0.0.0/8", except: ["10.16.0.0/16", "10.17.0.0/16"] },
                        ports: [{ protocol: coreweave.Protocol.TCP, port: 5432 }],
                    },
                ],
                // What a sandbox gets that asks for nothing. Names are not accepted here.
                defaultEgress: [
                    {
                        cidr: { cidr: "10.20.0.0/16" },
                        ports: [{ protocol: coreweave.Protocol.TCP, port: 5432 }],
                    },
                ],
                allowedIngress: [
                    {
                        cidr: { cidr: officeCidr },
                        ports: [{ protocol: coreweave.Protocol.TCP, port: 8080, endPort: 8089 }],
                    },
                    { tenant: coreweave.TenantScope.SameUser },
                ],
                defaultIngress: [{ tenant: coreweave.TenantScope.SameUser }],
            },

            security: {
                allowPrivileged: false,
                runtimeClassMappings: [
                    {
                        runtimeClass: coreweave.RuntimeClass.CpuDefault,
                        kubernetesRuntimeClassName: "kata",
                    },
                    {
                        runtimeClass: coreweave.RuntimeClass.GpuDefault,
                        kubernetesRuntimeClassName: "kata-nvidia",
                    },
                ],
            },
        },

        // Who may call the control plane. `sourceIpAllowlist: {}` would deny every public address,
        // and without it every address would be let in.
        controlPlaneAccess: {
            sourceIpAllowlist: { cidrs: [officeCidr] },
        },
    },
});

export const ready = runner.ready;
// Where clients connect, once the platform has set the endpoint up; null before.
export const endpoint = runner.dataPlaneStatus.apply((status) => status?.uri ?? null);
